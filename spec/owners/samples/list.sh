curl "$CRM_PLATFORM_URL/crm/owners/2026-03?limit=100" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
