curl "$CRM_PLATFORM_URL/oauth/2026-03/token" \
  --data-urlencode "grant_type=authorization_code" \
  --data-urlencode "code=na1-b47e19c2-03da-4f68-8c51-000004815162" \
  --data-urlencode "redirect_uri=https://traildesk.example/oauth/callback" \
  --data-urlencode "client_id=6c1f0d2e-8a41-4b7c-9e55-000004815162" \
  --data-urlencode "client_secret=9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68"
