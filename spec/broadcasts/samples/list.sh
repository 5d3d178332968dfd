curl "$CRM_PLATFORM_URL/broadcast/v1/broadcasts?status=WAITING" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
