curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/deals/310001?validateReferencesBeforeDelete=true" \
  --request PUT \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "label": "Fleet orders",
    "displayOrder": 1,
    "stages": [
      { "stageId": "310002", "label": "Offered", "displayOrder": 0, "metadata": { "probability": 0.5 } },
      { "label": "Ordered", "displayOrder": 1, "metadata": { "probability": 1 } }
    ]
  }'
