curl "$CRM_PLATFORM_URL/crm/lists/2026-03/5501/memberships/add-and-remove" \
  --request PUT \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "recordIdsToAdd": ["5202"], "recordIdsToRemove": ["5201"] }'
