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
  // Each change of a table commits by itself, so no lock outlasts a failure; who comes second plans again.
  lock: [],
  unlock: [],
}
