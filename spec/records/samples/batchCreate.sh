curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/batch/create" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      { "objectWriteTraceId": "row-1", "properties": { "email": "hanna.vogel@larkspurbikes.example" } },
      { "objectWriteTraceId": "row-2", "properties": { "email": "jonas.brandt@larkspurbikes.example" } }
    ]
  }'
