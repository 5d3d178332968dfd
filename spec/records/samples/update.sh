curl "$CRM_PLATFORM_URL/crm/objects/2026-03/tickets/9601" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request PATCH \
  --json '{ "properties": { "subject": "Torque sensor reads zero after a cold start" } }'
