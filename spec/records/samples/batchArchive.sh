curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/batch/archive" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "id": "3101" }, { "id": "3102" }] }'
