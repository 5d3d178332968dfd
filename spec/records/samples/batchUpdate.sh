curl "$CRM_PLATFORM_URL/crm/objects/2026-03/tickets/batch/update" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      { "id": "9601", "properties": { "subject": "Torque sensor reads zero after a cold start" } },
      { "id": "9699", "properties": { "subject": "Saddle clamp is loose" } }
    ]
  }'
