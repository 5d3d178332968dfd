curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/deals/default/stages/contractsent" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
