curl "$CRM_PLATFORM_URL/properties/v1/contacts/properties" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
