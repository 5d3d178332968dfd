curl "$CRM_PLATFORM_URL/crm/objects/2026-03/tickets?limit=1&properties=subject" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
