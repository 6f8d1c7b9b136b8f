import type { Drift, Fault } from "../../../introspection/drift.ts"
import type { Introspection } from "../../../introspection/introspection.ts"
import { toStorage } from "../../../storage.ts"
import { checkColumn } from "./check-column.ts"
import { literal } from "./literal.ts"
import { readServer } from "./read-server.ts"
import { foldName, readTables } from "./read-tables.ts"
import { rebuild } from "./rebuild.ts"

export const sqliteIntrospection: Introspection = {
  readTables,
  foldName,
  checkColumn,
  literal,
  readServer,
  mayNotBeCanonical: (column) =>
    `(${column} <> lower(${column}) OR length(CAST(${column} AS BLOB)) <> length(${column}) OR ${column} <> trim(${column}))`,
  canReference: () => true,
  canAdd: { foreignKey: false, required: false },
  // A migration's transaction starts by locking the whole file for writes.
  lock: [],
  unlock: [],

  async checkSettings(ask) {
    const [row] = await ask("SELECT foreign_keys FROM pragma_foreign_keys")
    return Number(row?.[0]) === 1 ? [] : [foreignKeysOff]
  },

  repair: ({ existing, drift, drifts }) =>
    isForPerson(drift)
      ? []
      : rebuild(
          existing,
          drifts.filter((candidate) => !isForPerson(candidate)),
          { foldName, literal },
        ),
}

const foreignKeysOff: Fault = {
  code: "foreign_keys_off",
  severity: "error",
  why: "Foreign keys are off on this connection: rows that refer to a deleted one stay, and rows can be stored whose owner does not exist.",
  fix: ["PRAGMA foreign_keys = ON"],
}

// Existing ids are never converted, neither to generated ids nor to text. Dates are converted only to milliseconds. A
// column that the schema does not declare stays NOT NULL, because an ORM may fill it.
const isForPerson = (drift: Drift): boolean =>
  drift.code === "unfilled_column" ||
  (drift.code === "wrong_type" &&
    (drift.column.field.form === "id" || /^(iso|milli|seconds)/.test(toStorage(drift.column.field)))) ||
  ("column" in drift && drift.column.type.includes("PRIMARY KEY"))
