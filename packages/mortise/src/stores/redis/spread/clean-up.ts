/**
 * Deletes what the removal of a user leaves: its rows, its email claim, the tokens of its address, and their entries in
 * the indexes. All of it is invisible already. The user's key says in `~d:<generation>` that a clean-up is due, and the
 * user's entry in the index is removed last. So `repair` finds a clean-up that failed or whose process ended, and repeats
 * it: every step may run twice.
 */
import { kindOf } from "../script-arguments.ts"
import { inBackground } from "./in-background.ts"
import { resolveNotice } from "./notices.ts"
import { freeScript } from "./place-scripts.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { settleScript } from "./user-scripts.ts"

/** A removed user. `notice` is that on its tokens, if the caller knows it. */
export type Removed = {
  readonly id: string
  readonly generation: string
  /** The nonce of its email claim. */
  readonly claim: string
  /** Empty if it had none. */
  readonly email: string
  readonly notice?: string
}

const cleanedAtOnce = 500

export function createCleanUp(parts: SpreadParts): (removed: Removed) => Promise<void> {
  const { schema, keys, connection, indexes } = parts
  const owned = Object.values(schema.models).filter((model) => kindOf(model) === "owned")

  /** Deletes the row of an entry, if the row still has the nonce of the entry. */
  const dropRow = async (entry: string): Promise<void> => {
    const [, nonce = "", ...rest] = entry.split(":")
    const key = rest.join(":")
    const model = owned.find(({ name }) => key.startsWith(keys.rowPrefix(name)))
    await Promise.all([
      connection.evaluate(freeScript, [key], ["row", nonce]),
      model && indexes.drop(model.name, keys.read(model.name, key), nonce),
    ])
  }

  /** Deletes the rows of a removed generation. The user may exist again with the same id. */
  const dropRows = async (user: string, generation: string): Promise<void> => {
    let cursor = "0"
    do {
      const scan = ["HSCAN", user, cursor, "MATCH", "~o:*", "COUNT", String(cleanedAtOnce)] as const
      const [next, pairs] = (await connection.read(...scan)) as [string, string[]]
      const entries = pairs.filter((_, nth) => nth % 2 === 0 && pairs[nth + 1] === generation)
      await Promise.all(entries.map(dropRow))
      if (entries.length > 0) await connection.write("HDEL", user, ...entries)
      cursor = String(next)
    } while (cursor !== "0")
  }

  const dropTokens = async (email: string, known: string | undefined): Promise<void> => {
    const tokens = keys.row("verificationToken", { identifier: email })
    const notice = known ?? ((await connection.read("HGET", tokens, "~r")) as string | null)
    if (notice) await resolveNotice(parts, tokens, notice)
  }

  const dropEmail = (email: string, claim: string, notice: string | undefined): Promise<unknown> =>
    Promise.all([
      dropTokens(email, notice),
      connection.evaluate(freeScript, [keys.email(email)], ["email", claim]),
      indexes.dropEmail(email, claim),
    ])

  return async ({ id, generation, claim, email, notice }) => {
    const user = keys.user(id)
    await Promise.all([dropRows(user, generation), email !== "" && dropEmail(email, claim, notice)])
    await connection.evaluate(settleScript, [user], [generation])
    inBackground(indexes.drop("user", { id }, generation))
  }
}
