curl "$CRM_PLATFORM_URL/cms/domains/2026-03?limit=100&sort=domain" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
