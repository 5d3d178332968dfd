curl "$CRM_PLATFORM_URL/oauth/2026-03/token/introspect" \
  --data-urlencode "client_id=6c1f0d2e-8a41-4b7c-9e55-000004815162" \
  --data-urlencode "client_secret=9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68" \
  --data-urlencode "token=$CRM_PLATFORM_TOKEN"
