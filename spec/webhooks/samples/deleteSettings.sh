curl "$CRM_PLATFORM_URL/webhooks/2026-03/27314/settings" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request DELETE
