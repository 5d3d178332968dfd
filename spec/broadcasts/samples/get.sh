curl "$CRM_PLATFORM_URL/broadcast/v1/broadcasts/d2b7f4a1-63c8-4e05-9a1d-0f8e5c3b7296" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN"
