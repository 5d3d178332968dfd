curl "$CRM_PLATFORM_URL/crm/properties/2026-03/meetings/calendar_event_key" \
  --request DELETE \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
