import { memoryAdapter } from "better-auth/adapters/memory"
import { hasTables } from "../open-on.ts"
import { peerTables } from "../peer-options.ts"

export async function inMemory() {
  const rows = Object.fromEntries(peerTables.map(({ modelName }) => [modelName, []]))
  return { database: memoryAdapter(rows), ...hasTables }
}
