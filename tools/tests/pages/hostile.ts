/** If an injection succeeds, a dialog or a policy violation occurs. */
import type { ControlledAccount, Mock } from "@crm-platform/mock";

/** Closes attributes and elements before the injected markup. The last character reverses the text direction. */
export const hostile: string = `"'></textarea></title></style></script><img src=x onerror=alert(1)><script>alert(1)</script>\u202e`;

export async function hostileAccount(mock: Mock): Promise<ControlledAccount> {
  const account = await mock.account({
    uncheckedValues: true,
    hubDomain: "halden.example",
    app: { name: hostile },
    redirectUris: [`https://halden.example/callback?tenant=${encodeURIComponent(hostile)}`],
  });
  await account.seed({
    properties: { contacts: [{ name: "note" }] },
    records: {
      tickets: [{ id: "901", properties: { subject: hostile, [`x${hostile}`.slice(0, 100)]: hostile } }],
      contacts: [{ id: "301", properties: { firstname: hostile, lastname: hostile, email: "jonas@larkspur.example" } }],
    },
    associationLabels: [{ id: 1001, name: "hostile", label: hostile, from: "tickets", to: "contacts" }],
    associations: [{ from: "tickets/901", to: "contacts/301", type: "hostile" }],
    emails: [{ id: 7, name: hostile, subject: hostile, body: `<h1>${hostile}</h1><base href="https://elsewhere.example/"><form></form>` }],
  });
  await sendHostileEmails(mock, account);
  await mock.faults.add({
    match: { accountId: account.accountId, operationId: "domainsV1.list" },
    effect: { type: "status", status: 500, message: hostile },
  });
  await ask(mock, account, `/cos-domains/v1/domains?domain=${encodeURIComponent(hostile)}&limit=${encodeURIComponent(hostile)}`);
  await ask(mock, account, `/nowhere/${encodeURIComponent(hostile)}`);
  // Snapshot names must not contain slashes or invisible characters.
  await account.snapshots.create(`"'<img src=x onerror=alert(1)>`);
  return account;
}

async function sendHostileEmails(mock: Mock, account: ControlledAccount): Promise<void> {
  const properties = [{ name: "note", value: hostile }];
  for (const from of ["support@halden.example", `Halden ${hostile} <support@halden.example>`]) {
    const message = { to: "jonas@larkspur.example", from, replyTo: from === "support@halden.example" ? from : hostile };
    const body = { emailId: 7, message, customProperties: properties, contactProperties: properties };
    await ask(mock, account, "/email/public/v1/singleEmail/send", body);
  }
}

async function ask(mock: Mock, { accessToken }: ControlledAccount, path: string, body?: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json", "user-agent": hostile.slice(0, 5) };
  const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  await (await mock.fetch(mock.url + path, request)).text();
}
