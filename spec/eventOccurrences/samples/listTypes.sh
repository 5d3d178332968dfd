curl "$CRM_PLATFORM_URL/events/event-occurrences/2026-03/event-types" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
