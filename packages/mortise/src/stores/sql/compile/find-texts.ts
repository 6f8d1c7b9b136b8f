import type { Owner } from "../../../contract/models.ts"
import type { Model } from "../../../contract/schema.ts"
import type { Guard } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import { conditionsOf } from "./key-and-guard.ts"
import { all, column, guarded, matching, ofUser, table } from "./text-parts.ts"

export const findText = (dialect: Dialect, model: Model, key: readonly string[]): string =>
  `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${matching(dialect, model, key)}`

/** The rows whose text differs from a canonical value at most in case: two of them are enough to be ambiguous. */
export const findFoldedText = (dialect: Dialect, model: Model, field: string): string =>
  `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${dialect.lower(column(dialect, model, field))} = ${dialect.parameter(1)} LIMIT 2`

/** The row as it is now, and whether it satisfies a guard. */
export function findGuardedText(
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  guard: Guard | undefined,
  lock = "",
): string {
  const holds = guard ? guarded(dialect, model, guard, 1).replace(" AND ", "") : "1 = 1"
  const from = 1 + conditionsOf(guard).filter(({ value }) => value !== null).length
  return `SELECT ${all(dialect, model)}, ${holds} FROM ${table(dialect, model)} WHERE ${matching(dialect, model, key, from)}${lock}`
}

export const findWithUserText = (
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  user: Model,
): string => `${withUser(dialect, model, user)} WHERE ${matching(dialect, model, key, 1, "r.")}`

/** The user who owns a row, without the row. */
export const findUserText = (dialect: Dialect, model: Model, key: readonly string[], user: Model): string =>
  `SELECT ${all(dialect, user, ofUser)} FROM ${ownedAndUser(dialect, model, user)} WHERE ${matching(dialect, model, key, 1, "r.")}`

/** Owned rows with their users, and users alone, for several values of one field: as many as `parameters`. */
export const findWhereInText = (
  dialect: Dialect,
  model: Model,
  field: string,
  user: Model,
  parameters: number,
): string =>
  dialect.whereIn(
    {
      select: model.owner
        ? withUser(dialect, model, user)
        : `SELECT ${all(dialect, model, "r.")} FROM ${table(dialect, model)} r`,
      table: `${table(dialect, model)} r`,
      column: `r.${column(dialect, model, field)}`,
    },
    parameters,
  )

function withUser(dialect: Dialect, model: Model, user: Model): string {
  return `SELECT ${all(dialect, model, "r.")}, ${all(dialect, user, ofUser)} FROM ${ownedAndUser(dialect, model, user)}`
}

/** A standby may still have a session that was revoked, so there the lookup of a session fails. */
function ownedAndUser(dialect: Dialect, model: Model, user: Model): string {
  const { of, field } = model.owner as Owner
  const { refusedOnStandby } = dialect
  const current = model.name === "session" && refusedOnStandby ? ` AND ${refusedOnStandby}` : ""
  const on = `u.${column(dialect, user, of)} = r.${column(dialect, model, field)}${current}`
  return `${table(dialect, model)} r JOIN ${table(dialect, user)} u ON ${on}`
}
