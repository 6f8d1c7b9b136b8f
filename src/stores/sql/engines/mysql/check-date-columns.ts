import { MortiseError } from "../../../../contract/errors.ts"
import type { Schema } from "../../../../contract/schema.ts"
import { statement } from "../../compile/statement.ts"
import type { Driver } from "../../driver.ts"

const utc = "('+00:00', 'UTC', 'GMT', 'Etc/UTC')"
const timestamps = (tables: number) =>
  statement(
    `SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE = 'timestamp' AND TABLE_NAME IN (${Array(tables).fill("?").join(", ")}) AND REPLACE(@@session.time_zone, 'SYSTEM', @@system_time_zone) NOT IN ${utc}`,
  )

/**
 * Refuses TIMESTAMP columns on a connection whose time zone is not UTC: the server would silently shift every date.
 * A DATETIME column has no time zone.
 */
export async function checkDateColumns(driver: Driver, schema: Schema): Promise<boolean> {
  const models = Object.values(schema.models)
  const { rows } = await driver.run(
    timestamps(models.length),
    models.map(({ table }) => table),
  )
  for (const { name: model, table, fields } of models)
    for (const { name, kind, column } of fields) {
      const isFound = rows.some(([foundTable, found]) => foundTable === table && found === column)
      if (isFound && kind === "date") throw timestampError(model, name, `${table}.${column}`)
    }
  return true
}

const timestampError = (model: keyof Schema["models"], field: string, place: string): MortiseError =>
  new MortiseError(
    "unavailable",
    `${place} is a TIMESTAMP, so dates would shift by the time zone of the connection. Fix: set the time zone of the client's connections to UTC, or convert the column to DATETIME(3) by the statements that inspect(adapter) returns.`,
    { model, fields: [field] },
  )
