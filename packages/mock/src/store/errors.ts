/** Something was written for an account that does not exist, or that has ended meanwhile. */
export class NoSuchAccount extends Error {
  constructor() {
    super("The account does not exist.");
    this.name = "NoSuchAccount";
  }
}

/** An account was to be made under an id that another has. */
export class AccountTaken extends Error {
  constructor(accountId: number) {
    super(`The account ${accountId} exists already.`);
    this.name = "AccountTaken";
  }
}

/** The database cannot be opened: what is wrong, and what to do. */
export class DatabaseRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseRefused";
  }
}

/** No database can be meant by its name. */
export class DatabaseUnknown extends DatabaseRefused {
  constructor() {
    // The name is left out: it may be a URL with a password.
    super("The database is unknown. Give `memory`, `file:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`.");
    this.name = "DatabaseUnknown";
  }
}

/** The database cannot be used at the moment; a later request may find it working. */
export class DatabaseUnavailable extends Error {
  /** In seconds. */
  readonly retryAfter: number = 5;
  /** Whether the transaction that failed may have been committed. */
  readonly mayBeCommitted: boolean = true;
}

/** The connection to the database is lost, or the database does not respond in time. A write under way may be committed or not. */
export class DatabaseLost extends DatabaseUnavailable {
  constructor(options?: ErrorOptions) {
    super("The database does not answer. Requests work again as soon as it does.", options);
    this.name = "DatabaseLost";
  }
}

/** The database cannot be read or written: what is wrong, and what to do. */
export class DatabaseFailed extends DatabaseUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseFailed";
  }
}

/** Others keep the database busy, or what is to be written in it. Nothing is written. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly mayBeCommitted = false;

  /** @param what has been waited for in vain */
  constructor(what: "connection" | "lock" | "statement", options?: ErrorOptions) {
    super(busy[what], options);
    this.name = "DatabaseBusy";
  }
}

const busy = {
  statement: "The database has taken too long for a statement, and has cancelled it.",
  connection: "All connections to the database are in use, and none has become free for too long.",
  lock: "Another transaction holds the lock of what is to be written, and has not let go of it for too long.",
};

/** The store has been asked after its end. */
export class StoreClosed extends Error {
  constructor() {
    super("The mock is closed.");
    this.name = "StoreClosed";
  }
}
