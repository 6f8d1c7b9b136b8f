import { MortiseError } from "../../../contract/errors.ts"
import type { Json } from "../../../contract/fields.ts"
import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import { conflict, ownerMissing } from "../../../contract/store-errors.ts"
import { isChange, matchChange } from "../../../contract/stored-changes.ts"
import type { Guard, Miss, Patch, Store } from "../../../operations/store.ts"
import { newNonce } from "../nonce.ts"
import { packValue, unpackRow } from "../packed-row.ts"
import type { RedisParts } from "../redis-parts.ts"
import { columnOf, expiryArgument, guardArguments, kindOf, patchArguments } from "../script-arguments.ts"
import { takeScript, updateScript } from "./change-scripts.ts"

type Answer = Miss | "changed" | readonly [row: string] | readonly ["taken" | "orphan", number]

// Callers that merge into one document at the same time repeat; one of them succeeds in each round.
const mostMergeTries = 100

/** Updates and deletes, by one script each. */
export function createChanges(
  parts: RedisParts,
  find: (model: ModelName, key: Key) => Promise<Row | null>,
): Pick<Store, "update" | "take"> {
  const { schema, keys, connection } = parts

  const place = (model: Model, key: Key): string[] => {
    const kind = kindOf(model)
    const [primary = []] = model.keys
    const second = kind === "user" ? keys.order(model.name, ["email"]) : keys.expiry(model.name)
    return [kind, keys.order(model.name, primary), second, kind === "token" ? (key["token"] as string) : ""]
  }

  const attempt = async (model: Model, key: Key, patch: Patch, guard: Guard | undefined): Promise<Answer> => {
    const read = hasMerge(patch) ? await find(model.name, key) : {}
    if (read === null) return "absent"
    const email = patch["email"]
    const owner = model.owner?.mustExist ? patch[model.owner.field] : undefined
    return (await connection.evaluate(
      updateScript,
      [keys.row(model.name, key)],
      [
        ...place(model, key),
        ...guardArguments(model, guard),
        ...expectedArguments(model, patch, read),
        ...patchArguments(model, patch, mergedValues(patch, read)),
        expiryArgument(model, patch),
        model.name === "user" && typeof email === "string" ? keys.email(email) : "",
        newNonce(),
        typeof owner === "string" ? keys.user(owner) : "",
      ],
    )) as Answer
  }

  return {
    async update(name, key, patch, guard) {
      const model = schema.models[name]
      for (let tries = 0; tries < mostMergeTries; tries++) {
        const answer = await attempt(model, key, patch, guard)
        if (answer !== "changed") return result(model, answer)
      }
      throw new MortiseError("transient", "Other callers kept changing this row: try again.", { model: name })
    },

    async take(name, key, guard) {
      const model = schema.models[name]
      const args = [...place(model, key), ...guardArguments(model, guard)]
      return result(
        model,
        (await connection.evaluate(takeScript, [keys.row(name, key)], args)) as Exclude<Answer, "changed">,
      )
    },
  }
}

function result(model: Model, answer: Exclude<Answer, "changed">): Row | Miss {
  if (answer === "absent" || answer === "refused") return answer
  const [first, key] = answer
  if (first === "orphan") throw ownerMissing(model.name)
  if (first === "taken") throw conflict(model.name, model.keys[Number(key) - 1] ?? [])
  return unpackRow(model, first)
}

const hasMerge = (patch: Patch): boolean =>
  Object.values(patch).some(
    (value) => isChange(value) && matchChange(value, { increment: () => false, merge: () => true }),
  )

/** The documents after their merges: computed here, because Lua cannot rewrite JSON exactly. */
function mergedValues(patch: Patch, read: Readonly<Row>): Row {
  const merged: Row = {}
  for (const [name, value] of Object.entries(patch))
    if (isChange(value))
      matchChange(value, {
        increment: () => undefined,
        merge: (members) => {
          const all = { ...(read[name] as Record<string, Json> | null), ...members }
          merged[name] = Object.fromEntries(Object.entries(all).filter(([, member]) => member !== null))
        },
      })
  return merged
}

/** The texts that merged fields must still have: their number, then field, emptiness and text of each. */
function expectedArguments(model: Model, patch: Patch, read: Readonly<Row>): string[] {
  const names = Object.keys(mergedValues(patch, read))
  const expected = names.flatMap((name) => {
    const value = read[name]
    return value === undefined || value === null
      ? [name, "1", ""]
      : [name, "0", packValue(columnOf(model, name), value)]
  })
  return [String(names.length), ...expected]
}
