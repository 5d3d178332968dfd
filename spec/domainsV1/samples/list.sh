curl "$CRM_PLATFORM_URL/cos-domains/v1/domains?limit=100" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
