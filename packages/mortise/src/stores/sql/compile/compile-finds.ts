import type { Key } from "../../../contract/rows.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import type { Guard } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Step } from "../driver.ts"
import {
  findFoldedText,
  findGuardedText,
  findText,
  findUserText,
  findWhereInText,
  findWithUserText,
} from "./find-texts.ts"
import { guardSignature, guardValues, keyValues, ofKey } from "./key-and-guard.ts"
import { lock, type Once, statement } from "./statement.ts"

/** Lookups: by key, with the user, for several values, with a guard, by owner. */
export function compileFinds(schema: Schema, model: Model, dialect: Dialect, once: Once) {
  const { owner } = model
  const isFolded = ([first]: readonly string[]) =>
    schema.email === "legacy" && model.name === "user" && first === "email"
  const keys = model.keys.map((fields) => ({
    first: fields[0] as string,
    isSingle: fields.length === 1,
    isFolded: isFolded(fields),
    find: isFolded(fields)
      ? statement(findFoldedText(dialect, model, "email"))
      : statement(findText(dialect, model, fields), true),
    findWithUser: statement(owner ? findWithUserText(dialect, model, fields, schema.models.user) : "", true),
    findUser: statement(owner ? findUserText(dialect, model, fields, schema.models.user) : "", true),
  }))
  const stepBy = (key: Key, what: "find" | "findWithUser" | "findUser"): Step => {
    const byKey = ofKey(keys, key)
    const isPlain = byKey.isSingle && !model.keysFold
    if (isPlain || byKey.isFolded) return [byKey[what], [key[byKey.first] as string]]
    return [byKey[what], keyValues(dialect, model, key)]
  }
  const guarded = (key: Key, guard: Guard | undefined, ending: string): Step => {
    const fields = Object.keys(key)
    const signature = `find ${fields} ${guardSignature(guard)}${ending}`
    const text = once(signature, () => findGuardedText(dialect, model, fields, guard, ending))
    return [text, [...guardValues(dialect, model, guard), ...keyValues(dialect, model, key)]]
  }
  return {
    find: (key: Key): Step => stepBy(key, "find"),
    findWithUser: (key: Key): Step => stepBy(key, "findWithUser"),
    findUser: (key: Key): Step => stepBy(key, "findUser"),
    findWhereIn(field: string, values: readonly string[]): Step {
      const list = dialect.whereInValues(values)
      const text = () => findWhereInText(dialect, model, field, schema.models.user, list.length)
      return [once(`where in ${field} ${list.length}`, text, false), list]
    },
    findGuarded: (key: Key, guard?: Guard): Step => guarded(key, guard, ""),
    findLocked: (key: Key, guard?: Guard): Step => guarded(key, guard, lock),
    list: (value: string): Step => [
      once("list", () => findText(dialect, model, owner ? [owner.field] : []), false),
      keyValues(dialect, model, { [owner?.field ?? ""]: value }),
    ],
  }
}
