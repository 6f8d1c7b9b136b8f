import { betterAuthCases, runBetterAuth } from "@mortise/conformance/better-auth"
import { betterAuth } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
import type { PeerSuite } from "../scoreboard/peer-suite.ts"
import type { BetterAuthPeer } from "./peer.ts"
import { peerOptions, peerPlugins } from "./peer-options.ts"

type Opened = Awaited<ReturnType<BetterAuthPeer["stores"][string]["open"]>>

/** The tables exist, those of these plugins too: the suite must not create them. */
const hasTables = { migrate: async () => {}, plugins: peerPlugins as never[] }

const inMemory = () => memoryAdapter({ user: [], session: [], account: [], verification: [] })

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
