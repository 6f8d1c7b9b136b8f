import type { MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"
import type { Store } from "../../../operations/store.ts"
import { inBackground } from "../background.ts"
import type { RedisParts } from "../engine.ts"
import { newNonce } from "../glossary.ts"
import { getRowKind } from "../rows/keys.ts"
import { type PackedRow, unpackRow } from "../rows/packed-row.ts"
import { cleanScript, cleanTokensScript, fenceScript } from "./remove-scripts.ts"

/**
 * Deletes what a removal leaves, in bounded steps: a single script that deletes 100,000 sessions would block the server
 * for a second. The fence has stored the intent, by which `settle` finds a removal that was interrupted.
 */
export function createCleanRemoval({
  schema,
  keys,
  connection,
}: RedisParts): (intent: string) => Promise<void> {
  const { verificationToken } = schema.models
  const owned = Object.values(schema.models).filter((model) => getRowKind(model) === "owned")
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

  const cleanTokens = (tokens: string, aside: string) => {
    const { name } = verificationToken
    const rest = [tokens, order(name), keys.expiry(name)]
    return inSteps((cursor) => connection.evaluate(cleanTokensScript, [aside], [cursor, ...rest]))
  }

  return async (intent) => {
    const [user = "", tokens, aside] = intent.split("\0")
    await Promise.all([cleanRows(user), tokens && aside && cleanTokens(tokens, aside)])
  }
}

/** Fences a user by one short script, after which no lookup returns any of its rows, and deletes what is left. */
export function createRemoveUser(parts: RedisParts): Store["removeUser"] {
  const { schema, keys, connection, onWarning } = parts
  const { user } = schema.models
  const clean = createCleanRemoval(parts)

  return async (id) => {
    const key = keys.user(id)
    const answer = (await connection.evaluate(
      fenceScript,
      [key],
      [
        keys.order("user", user.keys[0] ?? []),
        keys.order("user", ["email"]),
        keys.rowPrefix("verificationToken"),
        `:removed:${newNonce()}`,
        keys.intents(),
        String(Date.now()),
      ],
    )) as readonly [packed: PackedRow, intent: string] | null
    // An earlier removal may have ended before its clean-up.
    if (answer === null) return clean(key).then(() => null)
    const [packed, intent] = answer
    // The user is removed, even if the clean-up fails.
    await clean(intent).then(
      () => inBackground(connection.write("ZREM", keys.intents(), intent)),
      ({ code }: MortiseError) =>
        onWarning(
          `A user was removed, but not all of its rows could be deleted (${code}). No lookup returns them; upkeep(adapter).sweep() deletes them.`,
        ),
    )
    return unpackRow(user, packed)
  }
}
