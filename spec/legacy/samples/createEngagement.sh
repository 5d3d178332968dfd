curl "$CRM_PLATFORM_URL/engagements/v1/engagements" \
  --header "Authorization: Bearer $CRM_PLATFORM_TOKEN" \
  --json '{
    "engagement": {
      "type": "NOTE",
      "timestamp": 1776672000000
    },
    "associations": {
      "contactIds": [
        3101
      ]
    },
    "metadata": {
      "body": "Jonas asked for a second sensor."
    }
  }'
