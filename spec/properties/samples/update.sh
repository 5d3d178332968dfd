curl "$CRM_PLATFORM_URL/crm/properties/2026-03/meetings/calendar_event_key" \
  --request PATCH \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "label": "Key of the calendar event" }'
