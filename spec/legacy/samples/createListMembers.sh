curl "$CRM_PLATFORM_URL/contacts/v1/lists/5503/add" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "vids": [3101], "emails": ["ines.ferreira@larkspurbikes.example"] }'
