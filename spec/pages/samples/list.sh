curl "$CRM_PLATFORM_URL/content/api/v2/pages?is_draft=false" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
