curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/batch/read" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "idProperty": "email",
    "inputs": [{ "id": "jonas.brandt@larkspurbikes.example" }, { "id": "lena.okafor@larkspurbikes.example" }],
    "properties": ["email"],
    "propertiesWithHistory": []
  }'
