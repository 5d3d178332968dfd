curl "$CRM_PLATFORM_URL/webhooks/2026-03/27314/subscriptions/batch/update" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "inputs": [{ "id": "340002", "active": true }, { "id": "349999", "active": true }] }'
