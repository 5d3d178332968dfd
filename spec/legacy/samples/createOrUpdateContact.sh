curl "$CRM_PLATFORM_URL/contacts/v1/contact/createOrUpdate/email/jonas.brandt@larkspurbikes.example" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "properties": [
      {
        "property": "firstname",
        "value": "Jon"
      }
    ]
  }'
