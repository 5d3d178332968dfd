curl "$CRM_PLATFORM_URL/companies/v2/companies" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "properties": [
      {
        "name": "name",
        "value": "Larkspur Service"
      },
      {
        "name": "domain",
        "value": "service.larkspurbikes.example"
      }
    ]
  }'
