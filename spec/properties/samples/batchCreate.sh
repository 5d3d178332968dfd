curl "$CRM_PLATFORM_URL/crm/properties/2026-03/meetings/batch/create" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      { "name": "room_name", "label": "Room name", "type": "string", "fieldType": "text", "groupName": "meetinginformation" },
      { "name": "seats", "label": "Seats", "type": "number", "fieldType": "number", "groupName": "meetinginformation" }
    ]
  }'
