curl "$CRM_PLATFORM_URL/oauth/v1/access-tokens/$CRM_PLATFORM_TOKEN"
