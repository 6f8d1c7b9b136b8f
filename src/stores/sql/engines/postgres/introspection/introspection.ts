import type { Introspection } from "../../../migrate/introspection.ts"
import { checkColumn } from "./check-column.ts"
import { literal } from "./literal.ts"
import { readTables } from "./read-tables.ts"
import { repair } from "./repair.ts"

export const postgresIntrospection: Introspection = {
  read: readTables,
  foldName: (name) => name,
  checkColumn,
  checkSettings: async () => [],
  literal,
  canAdd: { foreignKey: true, required: true },
  repair: ({ spec, drift }) => repair(spec, drift),
  // Held until the transaction ends. The number spells "mortise".
  lock: ["SELECT pg_advisory_xact_lock(30803309831484261)"],
  unlock: [],
}
