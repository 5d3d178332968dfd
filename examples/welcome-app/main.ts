/** Serves the mock on port 4010 and the app on port 3000. */
import { createMock, serveMock } from "@crm-platform/mock";
import { startApp } from "./start.ts";

const mock = await createMock();
const { url: baseUrl } = await serveMock({ mock, port: 4010 });
const { url, account } = await startApp(mock, baseUrl, 3000);
console.log(`Install the app:  ${url}/install`);
console.log(`Add a contact:    ${baseUrl}/console/accounts/${account.accountId}/records?new=contacts`);
console.log(`Read the email:   ${baseUrl}/console/accounts/${account.accountId}/outbox`);
