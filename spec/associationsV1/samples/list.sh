curl "$CRM_PLATFORM_URL/crm-associations/v1/associations/3101/SERVICE_DEFINED/15?limit=10" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
