import { cases, runConformance } from "@mortise/conformance"
import type { AuthJsPeer } from "./peer.ts"
import type { PeerSuite } from "./scoreboard/peer-suite.ts"

type Opened = Awaited<ReturnType<AuthJsPeer["stores"][string]["open"]>>

/** The suite of adapters of Auth.js. */
export const suite: PeerSuite<Opened> = {
  cases,
  packages: ["@auth/core", "next-auth"],
  run: (options) => runConformance({ ...options, effort: "quick", onLine: false }),
  record: async (opened, { record }) => ({ ...opened, adapter: record(opened.adapter) }),
  async openLookup({ adapter }) {
    const { createUser, createSession, getSessionAndUser } = adapter
    if (!createUser || !createSession || !getSessionAndUser) throw new Error("It has no sessions.")
    const email = "speed@example.com"
    const { id } = await createUser({ id: crypto.randomUUID(), email, emailVerified: null })
    const sessionToken = crypto.randomUUID()
    await createSession({ sessionToken, userId: id, expires: new Date(Date.now() + 86_400_000) })
    if (!(await getSessionAndUser(sessionToken))) throw new Error("It does not find a new session.")
    return async () => getSessionAndUser(sessionToken)
  },
}
