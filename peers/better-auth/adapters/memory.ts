import { memoryAdapter } from "better-auth/adapters/memory"
import type { BetterAuthPeer } from "../peer.ts"
import { peerTables } from "../peer-options.ts"

const rows = () => Object.fromEntries(peerTables.map(({ modelName }) => [modelName, []]))
const open = async () => ({ database: memoryAdapter(rows()) })

export const peer = {
  package: "@better-auth/memory-adapter",
  from: "Better Auth",
  stores: { memory: { note: "For development and tests, as its code says.", open } },
} satisfies BetterAuthPeer
