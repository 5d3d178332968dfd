curl "$CRM_PLATFORM_URL/events/2026-03/event-definitions?searchString=repair&includeProperties=true" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
