curl "$CRM_PLATFORM_URL/marketing/transactional/2026-03/smtp-tokens/h9r4y7c2mp@4815162.smtp.crm-platform.example" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request DELETE
