curl "$CRM_PLATFORM_URL/crm/associations/2026-03/definitions/configurations/contacts/companies/batch/update" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "category": "USER_DEFINED", "typeId": 1201, "maxToObjectIds": 3 }] }'
