curl "$CRM_PLATFORM_URL/crm/associations/2026-03/contacts/companies/labels/1201" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request DELETE
