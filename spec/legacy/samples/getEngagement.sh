curl "$CRM_PLATFORM_URL/engagements/v1/engagements/512001" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
