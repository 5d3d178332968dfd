curl "$CRM_PLATFORM_URL/events/2026-03/event-definitions/repair_completed/property" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "label": "Part number", "type": "string" }'
