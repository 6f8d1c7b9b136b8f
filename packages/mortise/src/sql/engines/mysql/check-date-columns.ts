import { MortiseError } from "../../../contract/errors.ts"
import type { Driver } from "../../driver.ts"
import type { DeclaredTable, DeclaredTables } from "../../engine.ts"
import { statement } from "../../statement.ts"
import type { DeclaredColumn } from "../../tables/table-spec.ts"

const utc = "('+00:00', 'UTC', 'GMT', 'Etc/UTC')"
const timestamps = (tables: number) =>
  statement(
    `SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE = 'timestamp' AND TABLE_NAME IN (${Array(tables).fill("?").join(", ")}) AND REPLACE(@@session.time_zone, 'SYSTEM', @@system_time_zone) NOT IN ${utc}`,
  )

// Every two weeks from 2024 to 2037, the last year of a TIMESTAMP. No offset lasts less than two weeks.
const offsets = statement(
  "SELECT COUNT(DISTINCT TIMESTAMPDIFF(SECOND, '1970-01-01', FROM_UNIXTIME(n)) - n) FROM (WITH RECURSIVE every (n) AS (SELECT 1704067200 UNION ALL SELECT n + 1209600 FROM every WHERE n < 2144000000) SELECT n FROM every) AS times",
)

/**
 * Throws for TIMESTAMP columns on a connection that would change dates. The server converts such a column by the
 * connection's time zone. A program that stores UTC there, as Drizzle does, reads the same text back if every
 * connection has the same zone. But it cannot store the hour that daylight saving time skips. A DATETIME has no time
 * zone.
 */
export async function checkDateColumns(driver: Driver, tables: DeclaredTables): Promise<boolean> {
  const models = Object.values(tables.models)
  const { rows } = await driver.run(
    timestamps(models.length),
    models.map(({ table }) => table),
  )
  const timestampFields = models.flatMap((model) =>
    model.fields
      .filter(({ kind, column }) => kind === "date" && rows.some((row) => isColumn(row, model, column)))
      .map((field) => ({ model, field })),
  )
  const undeclared = timestampFields.find(
    ({ field }) => !["utc", "seconds"].includes(field.stored ?? "native"),
  )
  if (undeclared) throw timestampError(undeclared.model, undeclared.field, convert)
  const [declared] = timestampFields
  if (declared && !(await hasConstantOffset(driver)))
    throw timestampError(declared.model, declared.field, skippedHour)
  return true
}

const isColumn = ([table, name]: readonly unknown[], model: DeclaredTable, column: string): boolean =>
  table === model.table && name === column

async function hasConstantOffset(driver: Driver): Promise<boolean> {
  const { rows } = await driver.run(offsets, [])
  return Number(rows[0]?.[0]) === 1
}

const convert =
  "so dates would shift by the time zone of the connection. Fix: set the time zone of the client's connections to UTC, or convert the column to DATETIME(3) by the statements that inspect(adapter) returns."
const skippedHour =
  "and the time zone of the connection has daylight saving time, so dates in the hour that it skips could not be stored. Fix: set the time zone of all connections to UTC, or convert the column to DATETIME by the statements that inspect(adapter) returns."

const timestampError = (
  { name, table }: DeclaredTable,
  field: DeclaredColumn,
  sentence: string,
): MortiseError =>
  new MortiseError("not_migrated", `${table}.${field.column} is a TIMESTAMP, ${sentence}`, {
    model: name,
    fields: [field.name],
  })
