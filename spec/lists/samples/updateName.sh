curl "$CRM_PLATFORM_URL/crm/lists/2026-03/5501/update-list-name?listName=Partner%20workshops" \
  --request PUT \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
