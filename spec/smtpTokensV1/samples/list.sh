curl "$CRM_PLATFORM_URL/email/public/v1/smtpapi/tokens" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
