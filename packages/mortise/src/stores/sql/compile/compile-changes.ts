import type { Key, Row } from "../../../contract/rows.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import { isChange } from "../../../contract/stored-changes.ts"
import type { Guard, Patch } from "../../../operations/store.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Step } from "../../../sql/driver.ts"
import { type Once, statement } from "../../../sql/statement.ts"
import { toStorage } from "../../../sql/storage.ts"
import { findColumn } from "./columns.ts"
import { pickEntry } from "./compile-finds.ts"
import { guardSignature, guardValues, keyValues } from "./key-and-guard.ts"
import { isNumbered } from "./text-parts.ts"
import { deleteOwnedText, takeText, updateText } from "./write-texts.ts"

/** Updates and deletes. */
export function compileChanges(schema: Schema, model: Model, dialect: Dialect, once: Once) {
  const isFolded = schema.email === "legacy" && model.owner?.of === "email"
  const takes = model.keys.map((fields) => ({ last: fields.at(-1) as string, signature: `take ${fields}` }))
  const filled = model.filled.filter(({ onUpdate }) => onUpdate)
  const filledPatch = (): Patch =>
    Object.fromEntries(filled.map(({ name, fill, onUpdate = fill }) => [name, onUpdate()]))
  return {
    /** The fields that get a new value on every update. */
    setOnUpdate: model.fields.filter(({ onUpdate }) => onUpdate),
    update(key: Key, basePatch: Patch, guard?: Guard): Step {
      const patch = filled.length === 0 ? basePatch : { ...basePatch, ...filledPatch() }
      const fields = Object.keys(key)
      const changes = Object.entries(patch)
      const tail = [...keyValues(dialect, model, key), ...guardValues(dialect, model, guard)]
      // On some engines the merged members are part of the text, so it is not cached.
      if (changes.some(([, value]) => isChange(value))) {
        const { text, values } = updateText(dialect, model, fields, patch, guard)
        return [statement(text, true), [...values, ...tail]]
      }
      const signature = `update ${Object.keys(patch).join()} by ${fields.join()} ${guardSignature(guard)}`
      const text = once(signature, () => updateText(dialect, model, fields, patch, guard).text)
      const values = changes.map(([field, value]) =>
        dialect.encode(toStorage(findColumn(model, field)), value as Row[string]),
      )
      return [text, [...values, ...tail]]
    },
    take(key: Key, guard?: Guard): Step {
      const values = keyValues(dialect, model, key)
      const { signature } = pickEntry(takes, key)
      const text = (): string => takeText(dialect, model, Object.keys(key), guard)
      if (!guard) return [once(signature, text), values]
      return [
        once(`${signature} ${guardSignature(guard)}`, text),
        [...values, ...guardValues(dialect, model, guard)],
      ]
    },
    /** Deletes the rows that a user owns, given by the user's key. */
    deleteOwned: (user: Key): Step => [
      once("delete owned", () =>
        model.owner ? deleteOwnedText(dialect, model, model.owner, schema.models.user, isFolded) : "",
      ),
      // A numbered parameter can be used twice, others cannot.
      [
        ...(model.tenant && !isNumbered(dialect) ? [user[model.tenant.name] as string] : []),
        ...Object.values(user),
      ],
    ],
  }
}
