curl "$CRM_PLATFORM_URL/events/2026-03/send" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "eventName": "pe4815162_repair_completed",
    "uuid": "4f1c7a52-9d0e-4b63-8a1f-7e2d5c903b14",
    "properties": { "owner_email": "jonas.brandt@larkspurbikes.example", "repair_result": "repaired" }
  }'
