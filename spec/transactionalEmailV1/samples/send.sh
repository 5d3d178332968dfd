curl "$CRM_PLATFORM_URL/email/public/v1/singleEmail/send" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "emailId": 68420157,
    "message": { "to": "jonas.brandt@larkspurbikes.example", "sendId": "ticket-9601-received" },
    "contactProperties": [{ "name": "last_ticket_received", "value": "2026-04-20" }],
    "customProperties": [{ "name": "ticket_subject", "value": "Torque sensor reads zero" }]
  }'
