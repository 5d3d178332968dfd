curl "$CRM_PLATFORM_URL/crm/objects/2026-03/tickets/9602" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request DELETE
