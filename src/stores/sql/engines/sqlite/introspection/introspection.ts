import type { Drift, Fault } from "../../../migrate/drift.ts"
import type { Introspection } from "../../../migrate/introspection.ts"
import { checkColumn } from "./check-column.ts"
import { literal } from "./literal.ts"
import { foldName, readTables } from "./read-tables.ts"
import { rebuild } from "./rebuild.ts"

export const sqliteIntrospection: Introspection = {
  read: readTables,
  foldName,
  checkColumn,
  literal,
  canAdd: { foreignKey: false, required: false },
  // The batch of a migration begins with the write lock of the whole file.
  lock: [],
  unlock: [],

  async checkSettings(ask) {
    const [row] = await ask("SELECT foreign_keys FROM pragma_foreign_keys")
    return Number(row?.[0]) === 1 ? [] : [foreignKeysOff]
  },

  repair: ({ found, drift, drifts }) =>
    isGeneratedId(drift)
      ? []
      : rebuild(
          found,
          drifts.filter((one) => !isGeneratedId(one)),
          { foldName, literal },
        ),
}

const foreignKeysOff: Fault = {
  code: "foreign_keys_off",
  severity: "error",
  why: "Foreign keys are off on this connection: what a deleted user owned stays behind, and sessions can be made for users who do not exist.",
  fix: ["PRAGMA foreign_keys = ON"],
}

// Ids that are there cannot be turned into ones that the database makes.
const isGeneratedId = (drift: Drift): boolean =>
  "column" in drift && drift.column.type.includes("PRIMARY KEY")
