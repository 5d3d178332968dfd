curl "$CRM_PLATFORM_URL/broadcast/v1/channels/setting/publish/current" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
