curl "$CRM_PLATFORM_URL/crm/objects/2026-03/companies/merge" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "primaryObjectId": "5201", "objectIdToMerge": "5202" }'
