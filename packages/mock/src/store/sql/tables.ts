/** The tables. The account comes first in every key, so that a distributed database can keep an account in one place. */
export interface Tables {
  /** What belongs to no account: the version of the schema, the clock, the next ids. */
  settings: { name: string; value: string };
  /** Account 0 stands for all accounts and has no profile. Two accounts that have one id, one after the other, differ in the mark. */
  accounts: { account_id: number; mark: number; profile: string | null; clock: string | null; last_number: number };
  records: {
    account_id: number;
    object_type: string;
    id: number;
    created_at: number;
    updated_at: number;
    archived_at: number | null;
    properties: string;
  };
  properties: { account_id: number; object_type: string; name: string; is_unique: number };
  unique_values: { account_id: number; object_type: string; property: string; value: string; record_id: number };
  associations: { account_id: number; from_type: string; from_id: number; type_id: number; to_id: number; to_type: string };
  /**
   * `long_key` is the key of a document whose key is too long for an index; see `text.ts`. Of a credential, `grant_id`, `issue_number`
   * (of tokens only), `expires_at` and `wall_expires_at` stand beside the document, too, to be looked for.
   */
  documents: {
    account_id: number;
    collection: string;
    key: string;
    long_key: string | null;
    document: string;
    grant_id: string | null;
    issue_number: number | null;
    expires_at: number | null;
    wall_expires_at: number | null;
  };
  /**
   * Also in the order of its numbers alone, which are those of all accounts. What entries are looked for by stands beside them:
   * `has_problems` is 1 or 0, and `operation_id` is missing where there was no operation.
   */
  journal: {
    account_id: number;
    number: number;
    status: number;
    has_problems: number;
    operation_id: string | null;
    entry: string;
  };
}
