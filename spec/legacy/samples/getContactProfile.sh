curl "$CRM_PLATFORM_URL/contacts/v1/contact/email/jonas.brandt@larkspurbikes.example/profile" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
