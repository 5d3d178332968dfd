curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/3101/associations/companies/5202" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request PUT \
  --json '[{ "associationCategory": "USER_DEFINED", "associationTypeId": 1201 }]'
