curl "$CRM_PLATFORM_URL/crm/lists/2026-03/5501/memberships/remove" \
  --request PUT \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '["5201"]'
