import { ApiError, type createClient } from "@crm-platform/client";

export interface Settings {
  /** The URL of the platform. */
  readonly baseUrl: string;
  readonly appId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The URL at which browsers and the platform reach this app. */
  readonly url: string;
  /** The id of the transactional email to send. */
  readonly emailId: number;
}

export type Client = ReturnType<typeof createClient>;

/** The clients of the accounts in which the app is installed, by account id. A real app would store the refresh tokens in a database. */
export type Installations = Map<number, Client>;

/** Ignores a 409, because the object already exists if the user installs the app again. */
export async function ignoreConflict(call: PromiseLike<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}
