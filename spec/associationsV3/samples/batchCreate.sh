curl "$CRM_PLATFORM_URL/crm/v3/associations/contacts/companies/batch/create" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      { "from": { "id": "3102" }, "to": { "id": "5201" }, "type": "contact_to_company" },
      { "from": { "id": "3999" }, "to": { "id": "5201" }, "type": "contact_to_company" }
    ]
  }'
