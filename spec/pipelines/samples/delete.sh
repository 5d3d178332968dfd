curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/deals/310001?validateReferencesBeforeDelete=true" \
  --request DELETE \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
