curl "$CRM_PLATFORM_URL/crm/lists/2026-03/records/0-2/5201/memberships" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
