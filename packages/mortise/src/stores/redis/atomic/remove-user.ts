import type { MortiseError } from "../../../contract/errors.ts"
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
export function createRemoveUser({ schema, keys, connection, onWarning }: RedisParts): Store["removeUser"] {
  const { user, verificationToken } = schema.models
  const owned = Object.values(schema.models).filter((model) => kindOf(model) === "owned")
  const order = (name: ModelName) => keys.order(name, schema.models[name].keys[0] ?? [])

  const inSteps = async (step: (cursor: string) => Promise<unknown>): Promise<void> => {
    let cursor = "0"
    do cursor = String(await step(cursor))
    while (cursor !== "0")
  }

  const cleanRows = (user: string) => {
    const indexes = owned.flatMap(({ name }) => [keys.rowPrefix(name), order(name), keys.expiry(name)])
    return inSteps((cursor) =>
      connection.evaluate(cleanScript, [user], [cursor, String(owned.length), ...indexes]),
    )
  }

  const cleanTokens = (email: string, aside: string) => {
    const { name } = verificationToken
    const tokens = keys.row(name, { identifier: email })
    const rest = [tokens, order(name), keys.expiry(name)]
    return inSteps((cursor) => connection.evaluate(cleanTokensScript, [tokens + aside], [cursor, ...rest]))
  }

  return async (id) => {
    const key = keys.user(id)
    const aside = `:removed:${newNonce()}`
    const packed = (await connection.evaluate(
      fenceScript,
      [key],
      [order("user"), keys.order("user", ["email"]), keys.rowPrefix("verificationToken"), aside],
    )) as PackedRow | null
    // An earlier removal may have ended before its clean-up.
    if (packed === null) return cleanRows(key).then(() => null)
    const removed = unpackRow(user, packed)
    const { email } = removed
    const cleaning = [cleanRows(key), ...(typeof email === "string" ? [cleanTokens(email, aside)] : [])]
    // The user is removed, even if the clean-up fails.
    await Promise.all(cleaning).catch(({ code }: MortiseError) =>
      onWarning(
        `A user was removed, but not all of its rows could be deleted (${code}). No lookup returns them; deleteUser with the same id deletes them.`,
      ),
    )
    return removed
  }
}
