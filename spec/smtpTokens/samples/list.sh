curl "$CRM_PLATFORM_URL/marketing/transactional/2026-03/smtp-tokens" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
