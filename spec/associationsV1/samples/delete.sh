curl "$CRM_PLATFORM_URL/crm-associations/v1/associations/delete" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request PUT \
  --json '{
    "fromObjectId": 3101,
    "toObjectId": 9601,
    "category": "SERVICE_DEFINED",
    "definitionId": 15
  }'
