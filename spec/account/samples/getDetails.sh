curl "$CRM_PLATFORM_URL/account-info/2026-03/details" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
