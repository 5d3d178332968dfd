curl "$CRM_PLATFORM_URL/crm/associations/2026-03/contacts/companies/batch/labels/archive" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      {
        "from": { "id": "3101" },
        "to": { "id": "5201" },
        "types": [{ "associationCategory": "USER_DEFINED", "associationTypeId": 1201 }]
      }
    ]
  }'
