curl "$CRM_PLATFORM_URL/crm/associations/2026-03/definitions/configurations/contacts/companies/batch/create" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "category": "SERVICE_DEFINED", "typeId": 279, "maxToObjectIds": 10 }] }'
