curl "$CRM_PLATFORM_URL/crm/objects/2026-03/contacts/merge" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "primaryObjectId": "3101", "objectIdToMerge": "3102" }'
