export class NoSuchAccount extends Error {
  constructor() {
    super("The account does not exist.");
    this.name = "NoSuchAccount";
  }
}

/** A write outside a transaction is not allowed, because it would not hold the account's lock. */
export class TransactionRequired extends Error {
  constructor() {
    super("Writing requires a transaction. Use the AccountStore that Store.transaction passes to its callback.");
    this.name = "TransactionRequired";
  }
}

export class AccountTaken extends Error {
  constructor(accountId: number) {
    super(`Account ${accountId} already exists.`);
    this.name = "AccountTaken";
  }
}

export class DatabaseRejected extends Error {
  override name = "DatabaseRejected";
}

export class DatabaseUnknown extends DatabaseRejected {
  constructor() {
    // The message omits the option's value, because it may be a URL with a password.
    super("Unknown database. Use `memory`, `file:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`.");
    this.name = "DatabaseUnknown";
  }
}

/** Thrown for a temporary database problem. A later request may succeed. */
export class DatabaseUnavailable extends Error {
  /** The delay before the next attempt, in seconds. */
  readonly retryAfter: number = 5;
  readonly mayBeCommitted: boolean = true;
}

/** Thrown if the database does not respond. A write in progress may or may not have been committed. */
export class DatabaseLost extends DatabaseUnavailable {
  constructor(options?: ErrorOptions) {
    super("The database does not respond. Try again later.", options);
    this.name = "DatabaseLost";
  }
}

export class DatabaseFailed extends DatabaseUnavailable {
  override name = "DatabaseFailed";
}

/** Thrown if a statement, or the wait for a lock or a connection, timed out. Nothing was written. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly mayBeCommitted = false;

  constructor(what: "connection" | "lock" | "statement", options?: ErrorOptions) {
    super(busy[what], options);
    this.name = "DatabaseBusy";
  }
}

const busy = {
  statement: "A database statement took too long and was canceled.",
  connection: "Timed out waiting for a database connection, because all connections are in use.",
  lock: "Timed out waiting for a lock that another transaction holds.",
};

export class StoreClosed extends Error {
  constructor() {
    super("The mock is closed.");
    this.name = "StoreClosed";
  }
}
