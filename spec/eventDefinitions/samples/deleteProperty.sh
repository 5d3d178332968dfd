curl "$CRM_PLATFORM_URL/events/2026-03/event-definitions/repair_completed/property/torque_offset" \
  --request DELETE \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
