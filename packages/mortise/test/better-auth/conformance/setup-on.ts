import type { BetterAuthSetup } from "@mortise/conformance/better-auth"
import type { BetterAuthOptions } from "better-auth"
import type { DatabaseOptions } from "../../../src/better-auth/database.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"

/** A client to test. */
export type Opened = {
  readonly client: object
  readonly options?: DatabaseOptions
  /** The client that creates the tables, if it is another one. */
  readonly migrating?: object
  /** Absent if the client cannot be closed. */
  close?(): unknown
}

/** Our adapter on a client, with the tables that our migrations create. */
export function setupOn({ client, options, migrating = client, close }: Opened): BetterAuthSetup {
  const database = mortiseDatabase(client, options)
  const tables = mortiseDatabase(migrating, options)
  const withTables = {
    database,
    migrate: (authOptions: BetterAuthOptions) => migrate({ options: { ...authOptions, database: tables } }),
  }
  if (!close) return withTables
  let closing: Promise<unknown> | undefined
  const closeOnce = () => {
    closing ??= Promise.resolve(close())
    return closing
  }
  return { ...withTables, outage: closeOnce, close: closeOnce }
}
