curl "$CRM_PLATFORM_URL/crm/properties/2026-03/tickets" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
