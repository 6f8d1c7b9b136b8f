import { createKyselyAdapter, kyselyAdapter } from "@better-auth/kysely-adapter"
import { betterAuthCases, runBetterAuth } from "@mortise/conformance/better-auth"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
import type { PeerSuite } from "../scoreboard/peer-suite.ts"
import type { BetterAuthPeer } from "./peer.ts"
import { peerOptions, peerPlugins } from "./peer-options.ts"

type Opened = Awaited<ReturnType<BetterAuthPeer["stores"][string]["open"]>>

/** The tables exist, those of these plugins too: the suite must not create them. */
const hasTables = { migrate: async () => {}, plugins: peerPlugins as never[] }

const inMemory = () => memoryAdapter({ user: [], session: [], account: [], verification: [] })

/** The adapter that Better Auth makes of a client. */
async function openKysely(database: BetterAuthOptions["database"]) {
  const { kysely, databaseType, transaction } = await createKyselyAdapter({ database })
  if (!kysely) throw new Error("Better Auth does not know the client.")
  return kyselyAdapter(kysely, { type: databaseType ?? "sqlite", transaction })
}

/** The suite of adapters and storages of Better Auth. */
export const suite: PeerSuite<Opened> = {
  cases: betterAuthCases,
  packages: ["better-auth", "@better-auth/core", "@better-auth/utils"],
  run: ({ factory, ...options }) =>
    runBetterAuth({
      ...options,
      factory: async () => ({ ...(await factory()), ...hasTables }),
      effort: "quick",
      onLine: false,
    }),
  async record({ database, storage, ...rest }, { record }) {
    const open = database && (typeof database === "function" ? database : await openKysely(database))
    return {
      ...rest,
      ...(open && { database: (options: BetterAuthOptions) => record(open(options)) }),
      ...(storage && { storage: record(storage, "storage.") }),
    }
  },
  async openLookup({ database = inMemory(), storage }) {
    const options = { ...peerOptions, database, ...(storage && { secondaryStorage: storage }) }
    const { internalAdapter } = await betterAuth(options).$context
    const user = { email: "speed@example.com", name: "Speed" }
    const { id } = await internalAdapter.createUser(user, { method: "email-password" })
    const { token } = await internalAdapter.createSession(id)
    if (!(await internalAdapter.findSession(token))) throw new Error("It does not find a new session.")
    return () => internalAdapter.findSession(token)
  },
}
