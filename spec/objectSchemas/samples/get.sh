curl "$CRM_PLATFORM_URL/crm-object-schemas/2026-03/schemas/sensor" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
