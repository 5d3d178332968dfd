curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/tickets" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "label": "Repairs",
    "displayOrder": 1,
    "stages": [
      { "label": "Received", "displayOrder": 0, "metadata": { "ticketState": "OPEN" } },
      { "label": "Returned", "displayOrder": 1, "metadata": { "ticketState": "CLOSED" } }
    ]
  }'
