curl "$CRM_PLATFORM_URL/email/public/v1/smtpapi/tokens/k7f3m9q2xd@4815162.smtp.crm-platform.example/password-reset" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request POST
