curl "$CRM_PLATFORM_URL/crm/lists/2026-03/5502/restore" \
  --request PUT \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
