import type { Audit } from "../audited/record-call.ts"
import { addDatabaseLayer } from "./add-database-layer.ts"
import { getSource } from "./auth-database.ts"

/** `audited` over the value of `mortiseDatabase`. */
export const auditDatabase = <D extends object>(database: D, audit: Audit): D =>
  addDatabaseLayer(database, {
    name: "audited",
    load: async (below) => (await import("./audit-rows.ts")).auditRows(below, audit, getSource(database)),
  })
