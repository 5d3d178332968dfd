curl "$CRM_PLATFORM_URL/events/2026-03/event-definitions/sensor_registered" \
  --request DELETE \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
