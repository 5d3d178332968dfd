curl "$CRM_PLATFORM_URL/owners/v2/owners?email=mara.lindqvist%40haldeninstruments.example" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
