curl "$CRM_PLATFORM_URL/crm/pipelines/2026-03/deals/310001/stages/310002" \
  --request PUT \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "label": "Quoted", "displayOrder": 0, "metadata": { "probability": 0.6 } }'
