curl "$CRM_PLATFORM_URL/webhooks/2026-03/27314/subscriptions/340001" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request PATCH \
  --json '{ "active": false }'
