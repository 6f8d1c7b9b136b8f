import type { Owner } from "../../../contract/models.ts"
import type { Key } from "../../../contract/rows.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import type { Guard } from "../../../operations/store.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Step } from "../../../sql/driver.ts"
import { lock, type Once, statement } from "../../../sql/statement.ts"
import { guardSignature, guardValues, keyValues, listConditions } from "./key-and-guard.ts"
import { all, buildGuardCondition, buildKeyCondition, column, ofUser, table } from "./text-parts.ts"

/** Lookups: by key, with the user, for several values, with a guard, by owner. */
export function compileFinds(schema: Schema, model: Model, dialect: Dialect, once: Once) {
  const { owner } = model
  const isFolded = ([first]: readonly string[]) =>
    schema.email === "legacy" && model.name === "user" && first === "email"
  const keys = model.keys.map((fields) => ({
    last: fields.at(-1) as string,
    isSingle: fields.length === 1,
    isFolded: isFolded(fields),
    find: isFolded(fields)
      ? statement(findFoldedText(dialect, model, "email"))
      : statement(findText(dialect, model, fields), true),
    findWithUser: statement(
      owner ? findWithUserText(dialect, model, fields, schema.models.user) : "",
      true,
      true,
    ),
    findUser: statement(owner ? findUserText(dialect, model, fields, schema.models.user) : "", true, true),
  }))
  const stepBy = (key: Key, what: "find" | "findWithUser" | "findUser"): Step => {
    const byKey = pickEntry(keys, key)
    const isPlain = byKey.isSingle && !model.keysFold
    if (isPlain || byKey.isFolded) return [byKey[what], [key[byKey.last] as string]]
    return [byKey[what], keyValues(dialect, model, key)]
  }
  const createGuardedStep = (key: Key, guard: Guard | undefined, ending: string): Step => {
    const fields = Object.keys(key)
    const signature = `find ${fields} ${guardSignature(guard)}${ending}`
    const text = once(signature, () => findGuardedText(dialect, model, fields, guard, ending))
    return [text, [...guardValues(dialect, model, guard), ...keyValues(dialect, model, key)]]
  }
  return {
    find: (key: Key): Step => stepBy(key, "find"),
    findWithUser: (key: Key): Step => stepBy(key, "findWithUser"),
    /** The user who owns a row, without the row. */
    findUser: (key: Key): Step => stepBy(key, "findUser"),
    /** Several rows, each with its user if it has an owner, by several values of one field. */
    findWhereIn(field: string, ...lists: Parameters<Dialect["whereInValues"]>): Step {
      const list = dialect.whereInValues(...lists)
      const text = () => findWhereInText(dialect, model, field, schema.models.user, list.length)
      return [once(`where in ${field} ${list.length}`, text, false), list]
    },
    /** The row and whether it satisfies the guard. */
    findGuarded: (key: Key, guard?: Guard): Step => createGuardedStep(key, guard, ""),
    /** The same with a lock until the transaction ends. The steps after it run only if a row was found. */
    findLocked: (key: Key, guard?: Guard): Step => createGuardedStep(key, guard, lock),
    /** The rows of an owner, given by the field that refers to it. */
    list: (key: Key): Step => [
      once("list", () => findText(dialect, model, Object.keys(key)), false),
      keyValues(dialect, model, key),
    ],
  }
}

/** The entry for a key, in a list with one entry per key of the model. */
export const pickEntry = <T extends { readonly last: string }>(entries: readonly T[], key: Key): T =>
  (entries.length > 1 ? entries.find(({ last }) => last in key) : undefined) ?? (entries[0] as T)

const findText = (dialect: Dialect, model: Model, key: readonly string[]): string =>
  `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${buildKeyCondition(dialect, model, key)}`

/** The rows whose text differs from a canonical value at most in case. Two of them suffice to show an ambiguity. */
const findFoldedText = (dialect: Dialect, model: Model, field: string): string =>
  `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${dialect.lower(column(dialect, model, field))} = ${dialect.parameter(1)} LIMIT 2`

/** The row as it is now, and whether it satisfies a guard. */
function findGuardedText(
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  guard: Guard | undefined,
  lock = "",
): string {
  const holds = guard ? buildGuardCondition(dialect, model, guard, 1).replace(" AND ", "") : "1 = 1"
  const from = 1 + listConditions(guard).filter(({ value }) => value !== null).length
  return `SELECT ${all(dialect, model)}, ${holds} FROM ${table(dialect, model)} WHERE ${buildKeyCondition(dialect, model, key, from)}${lock}`
}

const findWithUserText = (dialect: Dialect, model: Model, key: readonly string[], user: Model): string =>
  `${withUser(dialect, model, user)} WHERE ${buildKeyCondition(dialect, model, key, 1, "r.")}`

/** The user who owns a row, without the row. */
const findUserText = (dialect: Dialect, model: Model, key: readonly string[], user: Model): string =>
  `SELECT ${all(dialect, user, ofUser)} FROM ${ownedAndUser(dialect, model, user)} WHERE ${buildKeyCondition(dialect, model, key, 1, "r.")}`

/** Owned rows with their users, and users alone, for several values of one field: as many as `parameters`. */
const findWhereInText = (
  dialect: Dialect,
  model: Model,
  field: string,
  user: Model,
  parameters: number,
): string => {
  const tenant = model.tenant && `r.${dialect.quote(model.tenant.column)}`
  // The tenant follows the other columns, so that a row can be assigned to the lookup that asked for it.
  const last = tenant ? `, ${tenant}` : ""
  return dialect.whereIn(
    {
      select: model.owner
        ? withUser(dialect, model, user, last)
        : `SELECT ${all(dialect, model, "r.")}${last} FROM ${table(dialect, model)} r`,
      table: `${table(dialect, model)} r`,
      column: `r.${column(dialect, model, field)}`,
      tenant,
    },
    parameters,
  )
}

function withUser(dialect: Dialect, model: Model, user: Model, last = ""): string {
  return `SELECT ${all(dialect, model, "r.")}, ${all(dialect, user, ofUser)}${last} FROM ${ownedAndUser(dialect, model, user)}`
}

/** A standby may still have a revoked session, so session lookups fail there. */
function ownedAndUser(dialect: Dialect, model: Model, user: Model): string {
  const { of: userField, field } = model.owner as Owner
  const { refusedOnStandby } = dialect
  const current = model.name === "session" && refusedOnStandby ? ` AND ${refusedOnStandby}` : ""
  const tenant = model.tenant
    ? `u.${column(dialect, user, model.tenant.name)} = r.${column(dialect, model, model.tenant.name)} AND `
    : ""
  const on = `${tenant}u.${column(dialect, user, userField)} = r.${column(dialect, model, field)}${current}`
  return `${table(dialect, model)} r JOIN ${table(dialect, user)} u ON ${on}`
}
