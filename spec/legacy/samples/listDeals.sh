curl "$CRM_PLATFORM_URL/deals/v1/deal/paged?limit=1&offset=0&properties=dealname&includeAssociations=true" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
