curl "$CRM_PLATFORM_URL/contacts/v1/contact/vid/3101" \
  --request DELETE \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
