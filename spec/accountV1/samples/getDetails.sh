curl "$CRM_PLATFORM_URL/integrations/v1/me" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
