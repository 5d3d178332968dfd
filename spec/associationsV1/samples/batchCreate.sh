curl "$CRM_PLATFORM_URL/crm-associations/v1/associations/create-batch" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request PUT \
  --json '[
    { "fromObjectId": 3102, "toObjectId": 9601, "category": "SERVICE_DEFINED", "definitionId": 15 },
    { "fromObjectId": 3102, "toObjectId": 9602, "category": "SERVICE_DEFINED", "definitionId": 15 }
  ]'
