curl "$CRM_PLATFORM_URL/events/2026-03/event-definitions" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "label": "Sensor calibrated",
    "name": "sensor_calibrated",
    "primaryObject": "CONTACT",
    "propertyDefinitions": [
      { "name": "torque_offset", "label": "Torque offset", "type": "number" },
      { "name": "owner_email", "label": "Owner email", "type": "string" }
    ],
    "customMatchingId": {
      "primaryObjectRule": { "targetObjectPropertyName": "email", "eventPropertyName": "owner_email" }
    },
    "includeDefaultProperties": false
  }'
