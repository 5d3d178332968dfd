curl "$CRM_PLATFORM_URL/crm/properties/2026-03/meetings/batch/read" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "archived": false, "inputs": [{ "name": "calendar_event_key" }, { "name": "video_link" }] }'
