curl "$CRM_PLATFORM_URL/oauth/v2/private-apps/get/access-token-info" \
  --json "{ \"tokenKey\": \"$CRM_PLATFORM_TOKEN\" }"
