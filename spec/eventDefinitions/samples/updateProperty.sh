curl "$CRM_PLATFORM_URL/events/2026-03/event-definitions/repair_completed/property/repair_result" \
  --request PATCH \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "options": [
      { "label": "Repaired", "value": "repaired" },
      { "label": "Replaced", "value": "replaced" },
      { "label": "Returned", "value": "returned" }
    ]
  }'
