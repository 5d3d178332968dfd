curl "$CRM_PLATFORM_URL/contacts/v1/lists/all/contacts/all?count=1&vidOffset=0&property=firstname" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
