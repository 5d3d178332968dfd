curl "$CRM_PLATFORM_URL/crm/objects/2026-03/tickets/search" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "filterGroups": [
      { "filters": [{ "propertyName": "subject", "operator": "CONTAINS_TOKEN", "value": "torque" }] }
    ],
    "properties": ["subject"]
  }'
