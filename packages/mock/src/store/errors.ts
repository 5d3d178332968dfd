/** Something was written for an account that does not exist, or that has ended meanwhile. */
export class NoSuchAccount extends Error {
  constructor() {
    super("The account does not exist.");
    this.name = "NoSuchAccount";
  }
}

/** The database cannot be opened: what is wrong, and what to do. */
export class DatabaseRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseRefused";
  }
}

/** The connection to the database is lost. What was under way may be written or not. */
export class DatabaseLost extends Error {
  constructor(options?: ErrorOptions) {
    super("The database does not answer. Requests work again as soon as it does.", options);
    this.name = "DatabaseLost";
  }
}
