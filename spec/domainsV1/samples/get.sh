curl "$CRM_PLATFORM_URL/cos-domains/v1/domains/610001" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
