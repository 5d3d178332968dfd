curl "$CRM_PLATFORM_URL/oauth/v1/refresh-tokens/na1-2f6d8a10-7c35-4e9b-b0a4-000004815162"
