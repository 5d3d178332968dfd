curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/3102" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request DELETE
