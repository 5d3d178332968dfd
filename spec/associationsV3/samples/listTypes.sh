curl "$CRM_PLATFORM_URL/crm/v3/associations/contacts/companies/types" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
