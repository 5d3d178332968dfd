curl "$CRM_PLATFORM_URL/crm-object-schemas/2026-03/schemas/sensor" \
  --request PATCH \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{ "labels": { "singular": "Torque sensor", "plural": "Torque sensors" }, "clearDescription": false }'
