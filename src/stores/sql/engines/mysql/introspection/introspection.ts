import type { Introspection } from "../../../migrate/introspection.ts"
import { checkColumn } from "./check-column.ts"
import { literal } from "./literal.ts"
import { readTables } from "./read-tables.ts"
import { repair } from "./repair.ts"

export const mysqlIntrospection: Introspection = {
  read: readTables,
  foldName: (name) => name.toLowerCase(),
  checkColumn,
  checkSettings: async () => [],
  literal,
  canAdd: { foreignKey: true, required: true },
  repair: ({ spec, drift }) => repair(spec, drift),
  // Every ALTER TABLE commits implicitly, so a lock would not protect the migration. A process that finds its plan
  // outdated makes a new one.
  lock: [],
  unlock: [],
}
