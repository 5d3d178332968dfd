curl "$CRM_PLATFORM_URL/crm-objects/v1/objects/tickets/paged?offset=0&properties=subject" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
