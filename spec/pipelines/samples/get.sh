curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/tickets/0" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
