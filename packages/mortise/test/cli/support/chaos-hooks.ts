/** Hooks for a SQLite file that several processes share. The environment names the file, and a defect to plant. */
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "@libsql/client"
import type { Adapter } from "../../../src/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"

const url = process.env["MORTISE_DATABASE"] ?? ""

/** A sign-out that is acknowledged and not applied. */
const keepSessions = (adapter: Adapter): Partial<Adapter> => ({
  deleteSession: async (token) => (await adapter.getSessionAndUser(token))?.session ?? null,
})

const open = () => {
  const client = createClient({ url })
  const adapter = libsqlAdapter(client)
  const defect = process.env["DEFECT"] === "revoked_session" ? keepSessions(adapter) : {}
  return { adapter: { ...adapter, ...defect }, close: () => client.close() }
}

export const factory = open
export const nodes = [open, open]
export const timeoutSeconds = 30

export const faults = [
  {
    name: "another program locks the file for half a second",
    async inject() {
      const client = createClient({ url })
      const transaction = await client.transaction("write").catch(() => undefined)
      await sleep(500)
      await transaction?.rollback()
      client.close()
    },
  },
]
