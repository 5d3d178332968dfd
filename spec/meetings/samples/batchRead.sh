curl "$CRM_PLATFORM_URL/crm/objects/2026-03/meetings/batch/read" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [{ "id": "512001" }, { "id": "512999" }],
    "properties": ["hs_meeting_title"],
    "propertiesWithHistory": []
  }'
