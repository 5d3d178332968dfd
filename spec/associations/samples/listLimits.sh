curl "$CRM_PLATFORM_URL/crm/associations/2026-03/definitions/configurations/contacts/companies" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
