curl "$CRM_PLATFORM_URL/crm/properties/2026-03/meetings/groups" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "name": "delivery_information", "label": "Delivery" }'
