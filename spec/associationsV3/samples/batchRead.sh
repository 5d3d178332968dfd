curl "$CRM_PLATFORM_URL/crm/v3/associations/companies/tickets/batch/read" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "id": "5201" }] }'
