curl "$CRM_PLATFORM_URL/crm/associations/2026-03/contacts/companies/batch/archive" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "from": { "id": "3101" }, "to": [{ "id": "5201" }] }] }'
