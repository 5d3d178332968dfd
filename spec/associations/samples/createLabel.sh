curl "$CRM_PLATFORM_URL/crm/associations/2026-03/contacts/companies/labels" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "name": "employee", "label": "Employee", "inverseLabel": "Employer" }'
