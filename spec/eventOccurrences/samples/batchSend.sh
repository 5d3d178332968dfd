curl "$CRM_PLATFORM_URL/events/2026-03/send/batch" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "inputs": [
      { "eventName": "pe4815162_sensor_registered", "objectId": "3101", "properties": { "serial_number": "TS-4420" } },
      { "eventName": "pe4815162_sensor_registered", "objectId": "3102", "properties": { "serial_number": "TS-4421" } }
    ]
  }'
