curl "$CRM_PLATFORM_URL/crm-objects/v1/objects/tickets" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '[
    {
      "name": "subject",
      "value": "Display stays dark"
    },
    {
      "name": "hs_pipeline_stage",
      "value": "1"
    }
  ]'
