curl "$CRM_PLATFORM_URL/crm/owners/2026-03/90212?idProperty=userId" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
