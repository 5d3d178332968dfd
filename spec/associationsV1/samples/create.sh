curl "$CRM_PLATFORM_URL/crm-associations/v1/associations" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request PUT \
  --json '{
    "fromObjectId": 3101,
    "toObjectId": 9602,
    "category": "SERVICE_DEFINED",
    "definitionId": 15
  }'
