curl "$CRM_PLATFORM_URL/webhooks/2026-03/27314/subscriptions" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "eventType": "ticket.propertyChange", "active": true, "propertyName": "hs_pipeline_stage" }'
