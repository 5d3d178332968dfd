curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/deals/310001/stages/310002/audit" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
