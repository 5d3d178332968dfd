curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/batch/upsert" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      {
        "id": "hanna.vogel@larkspurbikes.example",
        "idProperty": "email",
        "properties": { "firstname": "Hanna", "lastname": "Vogel" }
      }
    ]
  }'
