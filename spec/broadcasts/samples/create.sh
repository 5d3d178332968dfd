curl "$CRM_PLATFORM_URL/broadcast/v1/broadcasts" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "channelGuid": "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014",
    "triggerAt": 1776762000000,
    "content": { "body": "Replacement sensors are on their way to Larkspur Bikes." }
  }'
