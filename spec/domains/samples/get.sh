curl "$CRM_PLATFORM_URL/cms/domains/2026-03/610001" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
