curl "$CRM_PLATFORM_URL/marketing/transactional/2026-03/single-email/send" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "emailId": 68420157,
    "message": { "to": "jonas.brandt@larkspurbikes.example", "sendId": "ticket-9602-received" },
    "contactProperties": { "last_ticket_received": "2026-04-20" },
    "customProperties": { "ticket_subject": "Replacement shipped" }
  }'
