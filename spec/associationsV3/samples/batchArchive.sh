curl "$CRM_PLATFORM_URL/crm/v3/associations/contacts/companies/batch/archive" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      { "from": { "id": "3101" }, "to": { "id": "5201" }, "type": "billing_contact" }
    ]
  }'
