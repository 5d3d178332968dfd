curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/3101/associations/companies/5201" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request DELETE
