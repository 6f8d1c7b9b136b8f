import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import { conflict, ownerMissing } from "../../../contract/store-errors.ts"
import type { Guard, Miss, Patch, Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { RedisParts } from "../engine.ts"
import { newNonce } from "../glossary.ts"
import { getRowKind } from "../rows/keys.ts"
import { unpackRow } from "../rows/packed-row.ts"
import { repeatWhileChanged } from "../scripts/repeat-while-changed.ts"
import { changeArguments, expiryArgument, guardArguments, hasMerge } from "../scripts/script-arguments.ts"
import { takeScript, updateScript } from "./change-scripts.ts"

type Answer = Miss | readonly [row: string] | readonly ["taken" | "orphan", number]

/** Updates and deletes, by one script each. */
export function createChanges(
  parts: RedisParts,
  find: (model: ModelName, key: Key) => Awaitable<Row | null>,
): Pick<Store, "update" | "take"> {
  const { schema, keys, connection } = parts

  const place = (model: Model, key: Key): string[] => {
    const kind = getRowKind(model)
    const [primary = []] = model.keys
    const second = kind === "user" ? keys.order(model.name, ["email"]) : keys.expiry(model.name)
    return [kind, keys.order(model.name, primary), second, kind === "token" ? (key["token"] as string) : ""]
  }

  const attempt = async (
    model: Model,
    key: Key,
    patch: Patch,
    guard: Guard | undefined,
  ): Promise<Answer | "changed"> => {
    const read = hasMerge(patch) ? await find(model.name, key) : {}
    if (read === null) return "absent"
    const email = patch["email"]
    const owner = model.owner?.mustExist ? patch[model.owner.field] : undefined
    return (await connection.evaluate(
      updateScript,
      [keys.row(model.name, key)],
      [
        ...place(model, key),
        ...changeArguments(model, patch, guard, read),
        expiryArgument(model, patch),
        model.name === "user" && typeof email === "string" ? keys.email(email) : "",
        email === undefined ? "" : newNonce(),
        typeof owner === "string" ? keys.user(owner) : "",
      ],
    )) as Answer | "changed"
  }

  return {
    async update(name, key, patch, guard) {
      const model = schema.models[name]
      return result(model, await repeatWhileChanged(name, () => attempt(model, key, patch, guard)))
    },

    async take(name, key, guard) {
      const model = schema.models[name]
      const args = [...place(model, key), ...guardArguments(model, guard)]
      return result(model, (await connection.evaluate(takeScript, [keys.row(name, key)], args)) as Answer)
    },
  }
}

function result(model: Model, answer: Answer): Row | Miss {
  if (answer === "absent" || answer === "refused") return answer
  const [first, key] = answer
  if (first === "orphan") throw ownerMissing(model.name)
  if (first === "taken") throw conflict(model.name, model.keys[Number(key) - 1] ?? [])
  return unpackRow(model, first)
}
