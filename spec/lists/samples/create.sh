curl "$CRM_PLATFORM_URL/crm/lists/2026-03" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "name": "Trade fair", "objectTypeId": "0-1", "processingType": "MANUAL" }'
