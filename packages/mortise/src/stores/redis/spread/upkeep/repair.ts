/**
 * Repairs what a failover leaves that lost changes. Shards lose them independently: the claim of an email may be gone
 * while its user is there, so the user cannot be found by the address, and another user may get it. An entry of the index
 * without its user belongs to a sign-up that did not commit, or to a removal: if its clean-up is due, it runs now. Also
 * settles what calls left that ended in the middle, and removes the entries of rows that Redis has dropped.
 */
import type { StoreUpkeep } from "../../../../operations/store.ts"
import { unpackRow } from "../../rows/packed-row.ts"
import { fateOf, occupy } from "../claims/places.ts"
import { readMember } from "../indexes.ts"
import type { Intent } from "../intents.ts"
import { afterKey, createMembers } from "../members.ts"
import { pruneEntries } from "../owned/owned-entries.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { createCleanUp } from "../users/clean-up.ts"
import { readUser } from "../visibility.ts"
import { createSettle, createSettleIntent } from "./settle.ts"

type Outcome = "intact" | "restored" | "absent" | "finished" | { readonly id: string; readonly other: string }

const by = ["id"]

export function createRepair(parts: SpreadParts): NonNullable<StoreUpkeep["repair"]> {
  const { schema, keys, connection, indexes, intents } = parts
  const members = createMembers(parts)
  const cleanUp = createCleanUp(parts)
  const settle = createSettle(parts)
  const settleIntent = createSettleIntent(parts)

  /** Puts the claim of a user's email back if it is missing or void. */
  const claimAgain = async (id: string, nonce: string, email: unknown): Promise<Outcome> => {
    if (typeof email !== "string" || nonce === "") return "intact"
    const [user, key] = [keys.user(id), keys.email(email)]
    const [, held] = (await connection.read("HMGET", key, "u", "n")) as (string | null)[]
    if (held === nonce) return "intact"
    const intent: Intent = { id, emails: [[email, nonce]] }
    await intents.add(intent)
    const holder = await occupy(parts, { kind: "email", key, user }, nonce)
    // The user may have been removed since it was read.
    await settleIntent(intent)
    if (holder === undefined) return "restored"
    return holder === user ? "intact" : { id, other: keys.read("user", holder)["id"] as string }
  }

  const check = async (member: string): Promise<Outcome> => {
    const { key, nonce } = readMember(by, member)
    const id = key["id"] as string
    const user = keys.user(id)
    const read = async () => {
      const found = await readUser(parts, user)
      return found?.generation === nonce ? found : undefined
    }
    // Asking this lets a sign-up that is under way start over with another entry.
    const hasCommitted = async () => (await fateOf(parts, "insert", user, nonce, "")) === "live"
    const found = (await read()) ?? ((await hasCommitted()) ? await read() : undefined)
    if (found) await pruneEntries(parts, user)
    if (found) return claimAgain(id, found.claim, unpackRow(schema.models.user, found.packed)["email"])
    const due = (await connection.read("HGET", user, `~d:${nonce}`)) as string | null
    if (!due) {
      await indexes.dropMember("user", by, member)
      return "absent"
    }
    const [claim = "", ...email] = due.split(" ")
    await cleanUp({ id, generation: nonce, claim, email: email.join(" ") })
    return "finished"
  }

  return async ({ after, limit }) => {
    const found = await members("user", { by, limit }, after ? afterKey(by, after) : "-")
    const id = found.length === limit ? readMember(by, found.at(-1) as string).key["id"] : undefined
    // A user that was removed and exists again has several entries, which must not be split.
    if (id !== undefined)
      found.push(...(await members("user", { by, limit, prefix: `${id}\0` }, `(${found.at(-1)}`)))
    const outcomes = await Promise.all(found.map(check))
    if (!after) await settle(Number.POSITIVE_INFINITY)
    const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length
    return {
      checked: outcomes.length - count("absent") - count("finished"),
      restored: count("restored"),
      duplicates: outcomes.filter((outcome) => typeof outcome === "object"),
      finishedRemovals: count("finished"),
      ...(id !== undefined && { last: id }),
    }
  }
}
