import type { Factory } from "../../../../workshop/src/adapters/backend.ts"
import { rowsOf } from "../../../../workshop/src/adapters/rows-of.ts"
import type { Capabilities } from "../../../src/auth/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import type { Shortfall } from "./shortfall.ts"
import { thirdPartyAdapter } from "./third-party-adapter.ts"

/** A store, the capabilities that it lacks, and the cases that it is known to fail. */
export type Backing = {
  readonly open: Factory
  readonly lacks: readonly (keyof Capabilities)[]
  readonly shortfalls?: readonly Shortfall[]
}

export const memory: Backing = {
  lacks: [],
  async open({ now }) {
    const adapter = memoryAdapter({ now, onWarning: () => {} })
    return { adapter, rows: rowsOf(adapter), close: async () => {} }
  },
}

export const thirdParty: Backing = {
  lacks: [
    "extendOnce",
    "revokeSessions",
    "atomicSignUp",
    "listAccounts",
    "removePasskeys",
    "refreshAccounts",
    "verifyOnce",
    "limitMails",
    "countAttempts",
    "confirmSignInMethods",
  ],
  open: async () => ({ ...thirdPartyAdapter(), close: async () => {} }),
}
