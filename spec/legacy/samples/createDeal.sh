curl "$CRM_PLATFORM_URL/deals/v1/deal" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "associations": { "associatedCompanyIds": [5201], "associatedVids": [3101] },
    "properties": [
      { "name": "dealname", "value": "Larkspur winter service" },
      { "name": "dealstage", "value": "appointmentscheduled" },
      { "name": "pipeline", "value": "default" },
      { "name": "amount", "value": "1500" }
    ]
  }'
