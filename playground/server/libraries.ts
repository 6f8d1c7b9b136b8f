import { wrapAdapter } from "../../packages/workshop/src/adapters/wrap-adapter.ts"
import { type Application, type ApplicationParts, respond } from "../application/application.ts"
import { openApplications } from "../application/open-application.ts"
import type { AuthName } from "../protocol.ts"
import type { OpenedStore } from "../stores/open-store.ts"
import type { TableSource } from "./live-tables.ts"
import { readTables } from "./read-tables.ts"
import type { Watch } from "./watch-adapter.ts"

type Parts = Omit<ApplicationParts, "adapter">

/** The demo application on the current store, over each library. */
export type Libraries = {
  application(auth: AuthName): Application
  /** The tables to show with a library. */
  tables(auth: AuthName): TableSource
  /** Call it before a library is used for the first time. */
  prepare(auth: AuthName): Promise<void>
  /** Opens all of them again, after the store or its client has changed. */
  reopen(auth: AuthName): Promise<void>
}

export function createLibraries(parts: Parts, watch: Watch, store: () => OpenedStore): Libraries {
  let contract = openContract(parts, watch, store())
  // Belongs to the current client. It takes time to load, so it is opened when it is chosen.
  let betterAuth: OpenedBetterAuth | undefined

  async function prepare(auth: AuthName): Promise<void> {
    const { client } = store().connection()
    if (auth === "better-auth" && client && !store().isDown())
      betterAuth ??= await openBetterAuth(parts, watch, client)
  }

  return {
    prepare,
    application(auth) {
      if (auth !== "better-auth") return contract.applications[auth]
      return betterAuth?.application ?? withoutBetterAuth(store())
    },
    tables: (auth) => (auth === "better-auth" && betterAuth ? betterAuth.tables : contract.tables),
    async reopen(auth) {
      contract = openContract(parts, watch, store())
      // During an outage, it stays open on the closed client, and reports its errors.
      if (!store().isDown()) betterAuth = undefined
      await prepare(auth)
    },
  }
}

/** Auth.js and `mortise/auth` on a store, and the tables of the contract. */
function openContract(parts: Parts, watch: Watch, store: OpenedStore) {
  const { adapter } = store.connection()
  return {
    applications: openApplications({ ...parts, adapter: wrapAdapter(adapter, watch.wrap) }),
    tables: { read: () => readTables(adapter) },
  }
}

type OpenedBetterAuth = { readonly application: Application; readonly tables: TableSource }

async function openBetterAuth(parts: Parts, watch: Watch, client: object): Promise<OpenedBetterAuth> {
  const { openBetterAuth } = await import("../application/better-auth.ts")
  const { watchBetterAuth } = await import("./watch-better-auth.ts")
  const { betterAuthTables } = await import("./read-better-auth.ts")
  const application = await openBetterAuth({
    client,
    origin: parts.origin,
    mailUrl: parts.mailUrl,
    onStatement: watch.onStatement,
    watch: (database) => watchBetterAuth(database, watch.observe),
  })
  return { application, tables: betterAuthTables(application.rows) }
}

/** Responds while Better Auth is not open: the store is down, or is no SQL database. */
const withoutBetterAuth = (store: OpenedStore): Application => ({
  sessionCookie: "",
  handle: async () =>
    respond({ ok: false, reason: store.connection().client ? "unavailable" : "needs_sql" }, [], 503),
})
