curl "$CRM_PLATFORM_URL/crm/properties/2026-03/tickets" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "name": "frame_number",
    "label": "Frame number",
    "type": "string",
    "fieldType": "text",
    "groupName": "ticketinformation",
    "hasUniqueValue": true
  }'
