curl "$CRM_PLATFORM_URL/crm-object-schemas/2026-03/schemas" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "name": "workshop",
    "labels": { "singular": "Workshop", "plural": "Workshops" },
    "requiredProperties": ["workshop_name"],
    "searchableProperties": ["workshop_name"],
    "secondaryDisplayProperties": [],
    "properties": [{ "name": "workshop_name", "label": "Name", "type": "string", "fieldType": "text" }],
    "associatedObjects": ["companies"],
    "allowsSensitiveProperties": false,
    "shouldCreateSameObjectAssociation": false
  }'
