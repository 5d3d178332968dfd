curl "$CRM_PLATFORM_URL/crm/properties/2026-03/meetings/groups/video_information" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
