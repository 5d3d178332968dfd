curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/deals" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
