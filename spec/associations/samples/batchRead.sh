curl "$CRM_PLATFORM_URL/crm/associations/2026-03/contacts/companies/batch/read" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "id": "3101" }, { "id": "3102" }] }'
