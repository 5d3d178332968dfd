curl "$CRM_PLATFORM_URL/crm/objects/2026-03/0-5/merge" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "primaryObjectId": "9601", "objectIdToMerge": "9602" }'
