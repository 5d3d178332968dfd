curl "$CRM_PLATFORM_URL/crm-object-schemas/2026-03/schemas/batch/read" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "id": "2-3401" }, { "id": "2-9999" }] }'
