curl "$CRM_PLATFORM_URL/marketing/transactional/2026-03/smtp-tokens/k7f3m9q2xd@4815162.smtp.crm-platform.example" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
