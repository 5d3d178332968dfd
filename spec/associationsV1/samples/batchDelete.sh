curl "$CRM_PLATFORM_URL/crm-associations/v1/associations/delete-batch" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --request PUT \
  --json '[
    { "fromObjectId": 7401, "toObjectId": 9601, "category": "SERVICE_DEFINED", "definitionId": 27 },
    { "fromObjectId": 7401, "toObjectId": 9602, "category": "SERVICE_DEFINED", "definitionId": 27 }
  ]'
