curl "$CRM_PLATFORM_URL/crm/associations/2026-03/contacts/companies/batch/create" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      {
        "from": { "id": "3102" },
        "to": { "id": "5202" },
        "types": [{ "associationCategory": "USER_DEFINED", "associationTypeId": 1201 }]
      }
    ]
  }'
