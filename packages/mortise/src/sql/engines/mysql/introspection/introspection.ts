import type { FoundColumn } from "../../../introspection/found-table.ts"
import type { Introspection } from "../../../introspection/introspection.ts"
import { mysqlDialect } from "../dialect.ts"
import { checkColumn } from "./check-column.ts"
import { literal } from "./literal.ts"
import { readReplication } from "./read-replication.ts"
import { readServer } from "./read-server.ts"
import { foldName, readTables } from "./read-tables.ts"
import { repair } from "./repair.ts"

export const mysqlIntrospection: Introspection = {
  readTables,
  foldName,
  checkColumn,
  checkSettings: async () => [],
  readServer,
  readReplication,
  literal,
  canAdd: { foreignKey: true, required: true },
  repair,
  mayNotBeCanonical: (column) =>
    `(CAST(${column} AS BINARY) <> ${mysqlDialect.lower(column)} OR ${column} NOT REGEXP '^[!-~]+$')`,
  // A foreign key needs the same type and collation on both sides; only the length of text may differ.
  canReference: (column, referenced) => withoutLength(column) === withoutLength(referenced),
  // Every ALTER TABLE commits implicitly, so a lock would not protect the migration. A process that finds its plan
  // outdated makes a new one.
  lock: [],
  unlock: [],
  commitsEach: true,
}

const withoutLength = ({ definition }: FoundColumn): string => definition.toLowerCase().replace(/\(\d+\)/, "")
