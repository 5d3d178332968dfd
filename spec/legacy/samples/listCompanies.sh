curl "$CRM_PLATFORM_URL/companies/v2/companies/paged?limit=1&offset=0&properties=name" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
