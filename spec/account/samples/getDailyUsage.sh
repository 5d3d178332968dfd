curl "$CRM_PLATFORM_URL/account-info/2026-03/api-usage/daily/private-apps" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
