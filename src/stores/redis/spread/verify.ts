/**
 * Repairs what a failover leaves that lost changes. Shards lose them independently: the claim of an email may be gone
 * while its user is there, so the user cannot be found by the address, and another user may get it.
 */
import type { Row } from "../../../contract/rows.ts"
import type { StoreUpkeep } from "../../../operations/store.ts"
import { occupy } from "./places.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { readUser } from "./visibility.ts"

export function createVerify(
  parts: SpreadParts,
  page: StoreUpkeep["page"],
): NonNullable<StoreUpkeep["verify"]> {
  const { keys, connection } = parts

  /** Puts the claim of a user's email back if it is missing or void. Returns the key of another user that has it. */
  const claimAgain = async ({ id, email }: Row): Promise<"in order" | "restored" | { other: string }> => {
    const user = keys.user(id as string)
    const nonce = (await readUser(parts, user))?.claim
    if (typeof email !== "string" || !nonce) return "in order"
    const key = keys.email(email)
    const [, held] = (await connection.read("HMGET", key, "u", "n")) as (string | null)[]
    if (held === nonce) return "in order"
    const holder = await occupy(parts, { kind: "email", key, user }, nonce)
    if (holder === undefined) return "restored"
    return holder === user ? "in order" : { other: keys.read("user", holder)["id"] as string }
  }

  return async ({ after, limit }) => {
    const users = await page("user", { by: ["id"], after, limit })
    const results = await Promise.all(users.map(claimAgain))
    const duplicates = results.flatMap((result, nth) =>
      typeof result === "object" ? [{ id: users[nth]?.["id"] as string, ...result }] : [],
    )
    const last = users.length === limit ? (users.at(-1)?.["id"] as string) : undefined
    return {
      checked: users.length,
      restored: results.filter((result) => result === "restored").length,
      duplicates,
      ...(last !== undefined && { last }),
    }
  }
}
