curl "$CRM_PLATFORM_URL/crm/lists/2026-03/search" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "query": "workshop", "offset": 0 }'
