curl "$CRM_PLATFORM_URL/crm-object-schemas/2026-03/schemas/sensor/associations" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "fromObjectTypeId": "2-3401", "toObjectTypeId": "0-5" }'
