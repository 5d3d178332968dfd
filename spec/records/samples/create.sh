curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "properties": { "email": "hanna.vogel@larkspurbikes.example", "firstname": "Hanna" } }'
