curl "$CRM_PLATFORM_URL/crm/lists/2026-03/5501" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
