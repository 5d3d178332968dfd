curl "$CRM_PLATFORM_URL/crm/objects/2026-03/0-3/merge" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "primaryObjectId": "7401", "objectIdToMerge": "7402" }'
