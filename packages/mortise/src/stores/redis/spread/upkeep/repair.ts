/**
 * Repairs what a failover leaves behind if it loses changes. Shards lose them independently: the claim of an email may
 * be gone while its user is there, so nobody finds the user by the address, and another user can take it. A member of
 * the index without its user belongs to a sign-up that did not commit, or to a removal: if its clean-up is due, it runs
 * now. A repair also settles what interrupted calls left behind, and removes the entries of rows that Redis has
 * dropped.
 */
import type { StoreUpkeep } from "../../../../operations/store.ts"
import { claimField } from "../../glossary.ts"
import { unpackRow } from "../../rows/packed-row.ts"
import { readFields } from "../../rows/read-hash.ts"
import { decideFate, occupy } from "../claims/places.ts"
import { afterKey, createMembers, readMember } from "../indexes.ts"
import type { Intent } from "../intents.ts"
import { pruneEntries } from "../owned/owned-entries.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { createCleanUp, dueField, readDue } from "../users/clean-up.ts"
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

  /** Claims a user's email again if its claim is missing, or does not count. */
  const claimAgain = async (id: string, nonce: string, email: unknown): Promise<Outcome> => {
    if (typeof email !== "string" || nonce === "") return "intact"
    const [user, key] = [keys.user(id), keys.email(email)]
    const [, held] = await readFields(connection, key, claimField.user, claimField.nonce)
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
      const storedUser = await readUser(parts, user)
      return storedUser?.generation === nonce ? storedUser : undefined
    }
    // If a sign-up with this nonce is under way, this kills it, and it starts over with another nonce.
    const hasCommitted = async () => (await decideFate(parts, "insert", user, nonce, "")) === "live"
    const liveUser = (await read()) ?? ((await hasCommitted()) ? await read() : undefined)
    if (liveUser) {
      await pruneEntries(parts, user)
      return claimAgain(id, liveUser.claimNonce, unpackRow(schema.models.user, liveUser.packed)["email"])
    }
    const due = (await connection.read("HGET", user, dueField(nonce))) as string | null
    if (!due) {
      await indexes.dropMember("user", by, member)
      return "absent"
    }
    await cleanUp(readDue(id, dueField(nonce), due))
    return "finished"
  }

  return async ({ after, limit }) => {
    const batch = await members("user", { by, limit }, after ? afterKey(by, after) : "-")
    const id = batch.length === limit ? readMember(by, batch.at(-1) as string).key["id"] : undefined
    // A user that was removed and exists again has several members, which must be on one page.
    if (id !== undefined)
      batch.push(...(await members("user", { by, limit, prefix: `${id}\0` }, `(${batch.at(-1)}`)))
    const outcomes = await Promise.all(batch.map(check))
    if (!after) await settle(Number.POSITIVE_INFINITY)
    const count = (outcome: Outcome) => outcomes.filter((candidate) => candidate === outcome).length
    return {
      checked: outcomes.length - count("absent") - count("finished"),
      restored: count("restored"),
      duplicates: outcomes.filter((outcome) => typeof outcome === "object"),
      finishedRemovals: count("finished"),
      ...(id !== undefined && { last: id }),
    }
  }
}
