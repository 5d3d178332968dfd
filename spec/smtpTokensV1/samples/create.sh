curl "$CRM_PLATFORM_URL/email/public/v1/smtpapi/tokens" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "createdBy": "mara.lindqvist@haldeninstruments.example",
    "campaignName": "Shipment notices"
  }'
