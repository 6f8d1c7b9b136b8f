import type { ModelName } from "../../../contract/models.ts"
import type { Store } from "../../../operations/store.ts"
import { newNonce } from "../nonce.ts"
import { type PackedRow, unpackRow } from "../packed-row.ts"
import type { RedisParts } from "../redis-parts.ts"
import { kindOf } from "../script-arguments.ts"
import { cleanScript, cleanTokensScript, fenceScript } from "./remove-scripts.ts"

/**
 * Removes a user by one short script, after which no lookup returns any of its rows. What it leaves is deleted in
 * bounded steps: a single script that deletes 100,000 sessions would block the server for a second.
 */
export function createRemoveUser({ schema, keys, connection }: RedisParts): Store["removeUser"] {
  const { user, verificationToken } = schema.models
  const owned = Object.values(schema.models).filter((model) => kindOf(model) === "owned")
  const order = (name: ModelName) => keys.order(name, schema.models[name].keys[0] ?? [])
  const indexes = owned.flatMap(({ name }) => [keys.rowPrefix(name), order(name), keys.expiry(name)])

  const inSteps = async (step: (cursor: string) => Promise<unknown>): Promise<void> => {
    let cursor = "0"
    do cursor = String(await step(cursor))
    while (cursor !== "0")
  }

  return async (id) => {
    const key = keys.user(id)
    const aside = `:removed:${newNonce()}`
    const packed = (await connection.evaluate(
      fenceScript,
      [key],
      [order("user"), keys.order("user", ["email"]), keys.rowPrefix("verificationToken"), aside],
    )) as PackedRow | null
    if (packed === null) return null
    const removed = unpackRow(user, packed)
    await inSteps((cursor) =>
      connection.evaluate(cleanScript, [key], [cursor, String(owned.length), ...indexes]),
    )
    if (typeof removed["email"] === "string") {
      const tokens = keys.row("verificationToken", { identifier: removed["email"] })
      const { name } = verificationToken
      await inSteps((cursor) =>
        connection.evaluate(
          cleanTokensScript,
          [tokens + aside],
          [cursor, tokens, order(name), keys.expiry(name)],
        ),
      )
    }
    return removed
  }
}
