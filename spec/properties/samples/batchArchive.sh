curl "$CRM_PLATFORM_URL/crm/properties/2026-03/meetings/batch/archive" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "name": "calendar_event_key" }] }'
