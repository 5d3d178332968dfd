curl "$CRM_PLATFORM_URL/crm/lists/2026-03/object-type-id/0-2/name/Workshops" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
