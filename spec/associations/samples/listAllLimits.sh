curl "$CRM_PLATFORM_URL/crm/associations/2026-03/definitions/configurations/all" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
