curl "$CRM_PLATFORM_URL/events/event-occurrences/2026-03?objectType=CONTACT&objectProperty.email=jonas.brandt%40larkspurbikes.example" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
