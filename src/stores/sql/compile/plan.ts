import { isChange } from "../../../contract/changes.ts"
import { type ModelName, modelNames } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Column, Model, Schema } from "../../../contract/schema.ts"
import type { Guard, Patch, StorePage } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Bound, Statement, Step } from "../driver.ts"
import { columnOf, type Decode, decoderOf } from "./columns.ts"
import { lock, statement } from "./statement.ts"
import {
  countText,
  disownText,
  findAmongText,
  findGuardedText,
  findText,
  findUserText,
  findWithUserText,
  insertText,
  pageText,
  sweepText,
  takeText,
  updateText,
} from "./texts.ts"

/** A row to insert. `after` is the model inserted before, when only the database knows the id of the user at the start. */
export type Insert = { readonly row: Readonly<Row>; readonly after?: ModelName | undefined }

/** What the verbs of one model become. Texts are made once; those that depend on a patch or a guard, at first use. */
export type Plan = {
  readonly model: Model
  readonly decode: Decode
  insert(entry: Insert): Step
  /** An insert inside a larger statement, whose parameters start at `from`. */
  insertPart(entry: Insert, from: number): { text: string; values: Bound[] }
  find(key: Key): Step
  findWithUser(key: Key): Step
  /** The user of a row, without the row. */
  findUser(key: Key): Step
  /** Several rows, each with its user, by the values of one field. */
  findAmong(field: string, values: readonly string[]): Step
  /** The row, and whether the guard holds on it. */
  findGuarded(key: Key, guard?: Guard): Step
  /** The same, and nobody changes it before the transaction ends. What comes after it is run only if there is a row. */
  findLocked(key: Key, guard?: Guard): Step
  list(owner: string): Step
  update(key: Key, patch: Patch, guard?: Guard): Step
  take(key: Key, guard?: Guard): Step
  disown(userId: string): Step
  page(options: StorePage): Step
  count(): Step
  sweep(now: Date, limit: number): Step
}

export type Plans = Readonly<Record<ModelName, Plan>>

// Above every character that an address can hold, in the order of its bytes.
const afterAll = "\u{10FFFF}"

const made = new WeakMap<Schema, Map<Dialect, Plans>>()

/** The plans of a schema in a dialect, shared by every adapter that uses both. */
export function plansOf(schema: Schema, dialect: Dialect): Plans {
  const ofSchema = made.get(schema) ?? new Map<Dialect, Plans>()
  made.set(schema, ofSchema)
  const known = ofSchema.get(dialect)
  if (known) return known
  const plans = Object.fromEntries(
    modelNames.map((name) => [name, planOf(schema, schema.models[name], dialect)]),
  )
  ofSchema.set(dialect, plans as Plans)
  return plans as Plans
}

type Once = (what: string, text: () => string, single?: boolean) => Statement

function planOf(schema: Schema, model: Model, dialect: Dialect): Plan {
  const cache = new Map<string, Statement>()
  const once: Once = (what, text, single = true) => {
    const known = cache.get(what)
    if (known) return known
    const compiled = statement(text(), single)
    cache.set(what, compiled)
    return compiled
  }
  return {
    model,
    decode: decoderOf(model, dialect),
    ...inserting(schema, model, dialect, once),
    ...finding(schema, model, dialect, once),
    ...changing(schema, model, dialect, once),
    ...keeping(model, dialect, once),
  }
}

function inserting(schema: Schema, model: Model, dialect: Dialect, once: Once) {
  const given = model.fields.filter(({ presence }) => !(presence === "generated" && schema.ids === "serial"))
  const ownerless = given.filter(({ name }) => name !== model.owner?.field)
  const columnsOf = ({ after }: Insert): readonly Column[] => (after ? ownerless : given)
  const values = (entry: Insert): Bound[] =>
    columnsOf(entry).map(({ kind, name }) => {
      const value = entry.row[name] ?? null
      return value === null || (kind === "text" && typeof value === "string")
        ? value
        : dialect.encode(kind, value)
    })
  const text = (entry: Insert, from = 1): string => {
    const owner = entry.after && dialect.lastUserId(schema.models.user, schema.models[entry.after])
    return insertText(dialect, model, columnsOf(entry), owner, from)
  }
  return {
    insert: (entry: Insert): Step => [
      once(entry.after ? `insert after ${entry.after}` : "insert", () => text(entry)),
      values(entry),
    ],
    insertPart: (entry: Insert, from: number) => ({ text: text(entry, from), values: values(entry) }),
  }
}

function finding(schema: Schema, model: Model, dialect: Dialect, once: Once) {
  const { owner } = model
  const keys = model.keys.map((fields) => ({
    first: fields[0] as string,
    isSingle: fields.length === 1,
    find: statement(findText(dialect, model, fields), true),
    findWithUser: statement(owner ? findWithUserText(dialect, model, fields, schema.models.user) : "", true),
    findUser: statement(owner ? findUserText(dialect, model, fields, schema.models.user) : "", true),
  }))
  const stepBy = (key: Key, what: "find" | "findWithUser" | "findUser"): Step => {
    const made = ofKey(keys, key)
    return [made[what], made.isSingle ? [key[made.first] as string] : Object.values(key)]
  }
  const guarded = (key: Key, guard: Guard | undefined, ending: string): Step => {
    const fields = Object.keys(key)
    const what = `find ${fields} ${guardSignature(guard)}${ending}`
    const text = once(what, () => findGuardedText(dialect, model, fields, guard, ending))
    return [text, [...guardValue(dialect, model, guard), ...Object.values(key)]]
  }
  return {
    find: (key: Key): Step => stepBy(key, "find"),
    findWithUser: (key: Key): Step => stepBy(key, "findWithUser"),
    findUser: (key: Key): Step => stepBy(key, "findUser"),
    findAmong(field: string, values: readonly string[]): Step {
      const list = dialect.list(values)
      const text = () => findAmongText(dialect, model, field, schema.models.user, list.length)
      return [once(`among ${field} ${list.length}`, text, false), list]
    },
    findGuarded: (key: Key, guard?: Guard): Step => guarded(key, guard, ""),
    findLocked: (key: Key, guard?: Guard): Step => guarded(key, guard, lock),
    list: (value: string): Step => [
      once("list", () => findText(dialect, model, owner ? [owner.field] : []), false),
      [value],
    ],
  }
}

/** Of what was made for each key of a model, what is for this one. */
const ofKey = <T extends { readonly first: string }>(each: readonly T[], key: Key): T =>
  (each.length > 1 ? each.find(({ first }) => first in key) : undefined) ?? (each[0] as T)

function changing(schema: Schema, model: Model, dialect: Dialect, once: Once) {
  const taking = model.keys.map((fields) => ({ first: fields[0] as string, what: `take ${fields}` }))
  return {
    update(key: Key, patch: Patch, guard?: Guard): Step {
      const fields = Object.keys(key)
      const changes = Object.entries(patch)
      const tail = [...Object.values(key), ...guardValue(dialect, model, guard)]
      // What is merged decides the text on some engines, so it is made anew.
      if (changes.some(([, value]) => isChange(value))) {
        const { text, values } = updateText(dialect, model, fields, patch, guard)
        return [statement(text, true), [...values, ...tail]]
      }
      const what = `update ${Object.keys(patch).join()} by ${fields.join()} ${guardSignature(guard)}`
      const text = once(what, () => updateText(dialect, model, fields, patch, guard).text)
      const values = changes.map(([field, value]) =>
        dialect.encode(columnOf(model, field).kind, value as Row[string]),
      )
      return [text, [...values, ...tail]]
    },
    take(key: Key, guard?: Guard): Step {
      const values = Object.values(key)
      const { what } = ofKey(taking, key)
      const text = (): string => takeText(dialect, model, Object.keys(key), guard)
      if (!guard) return [once(what, text), values]
      return [
        once(`${what} ${guardSignature(guard)}`, text),
        [...values, ...guardValue(dialect, model, guard)],
      ]
    },
    disown: (userId: string): Step => [
      once("disown", () => (model.owner ? disownText(dialect, model, model.owner, schema.models.user) : "")),
      [userId],
    ],
  }
}

const keeping = (model: Model, dialect: Dialect, once: Once) => ({
  page({ by, after, limit, prefix }: StorePage): Step {
    const range = prefix === undefined ? [] : [prefix, prefix + afterAll]
    const [first, second] = after ? by.map((field) => after[field] as string) : []
    const from = [first, second && first, second].filter((part) => part !== undefined)
    const what = `page ${by} ${range.length} ${from.length}`
    const text = once(
      what,
      () => pageText(dialect, model, by, after !== undefined, prefix !== undefined),
      false,
    )
    return [text, [...range, ...from, dialect.encode("integer", limit)]]
  },
  count: (): Step => [once("count", () => countText(dialect, model)), []],
  sweep: (now: Date, limit: number): Step => [
    once("sweep", () => sweepText(dialect, model, model.expiry ?? "")),
    [dialect.encode("date", now), dialect.encode("integer", limit)],
  ],
})

const guardSignature = (guard: Guard | undefined): string =>
  guard ? `${guard.field} ${guard.value === null ? "null" : guard.is}` : ""

const guardValue = (dialect: Dialect, model: Model, guard: Guard | undefined): Bound[] =>
  guard && guard.value !== null ? [dialect.encode(columnOf(model, guard.field).kind, guard.value)] : []
