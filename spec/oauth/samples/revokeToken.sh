curl "$CRM_PLATFORM_URL/oauth/2026-03/token/revoke" \
  --data-urlencode "client_id=6c1f0d2e-8a41-4b7c-9e55-000004815162" \
  --data-urlencode "client_secret=9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68" \
  --data-urlencode "token=na1-2f6d8a10-7c35-4e9b-b0a4-000004815162"
