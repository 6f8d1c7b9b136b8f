/**
 * Removes a user in three steps:
 *
 * 1. One transaction replaces the user by a fence, deletes the index of its email and the tokens of its address, and notes
 *    the removal. From then on, no lookup returns any of its rows, and none can be added.
 * 2. The rows and their pointers are deleted, up to 50 rows in one transaction.
 * 3. The fence and the note are deleted.
 *
 * If the process ends in between, a sweep finishes the removal, or a caller who stores a user with this id. `born` keeps a
 * late step from deleting what has been stored under the same key since.
 */
import type { Row } from "../../contract/rows.ts"
import type { Model } from "../../contract/schema.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import type { Item } from "./dynamodb-client.ts"
import { listRefused } from "./dynamodb-errors.ts"
import { keyAttributes, readKey, readText } from "./layout.ts"
import type { Lookups } from "./lookups.ts"
import type { DynamodbParts } from "./parts.ts"
import type { Write } from "./requests.ts"
import { retryWhileChanged, throwChanged } from "./retry-while-changed.ts"
import { ifBorn, ifVersion, newName, readOwner, type StoredRow, toStoredRow } from "./row-items.ts"

/** Items that are deleted together. */
type Group = readonly Write[]

export type Removal = {
  removeUser(id: string): Promise<Row | null>
  /** Finishes a removal that has started; does nothing if the user exists. */
  finish(id: string): Promise<void>
  /** Deletes a row whose user is gone; false if the user exists. */
  removeOrphan(model: Model, item: Item | undefined): Promise<boolean>
  /**
   * Deletes groups of items, each by one transaction; returns how many groups were deleted. An item whose condition fails
   * stays, alone or with the rest of its group.
   */
  removeGroups(groups: readonly Group[], refused?: "alone" | "whole"): Promise<number>
}

// A transaction takes 100 items; the fence takes three.
const mostWrites = 100
const mostTokens = mostWrites - 3
const transactionsAtOnce = 4

const unfinished =
  "mortise: rows of a removed user could not be deleted. No lookup returns them, and a sweep deletes them."

export function createRemoval(parts: DynamodbParts, lookups: Lookups): Removal {
  const { layout, requests, onWarning } = parts
  const removeGroups = createRemoveGroups(parts)
  const cleanUp = createCleanUp(parts, removeGroups)

  /** Replaces the user by a fence, if it is still as it was read. */
  const fence = async ({ row, key, version, born }: StoredRow): Promise<string> => {
    const email = row["email"]
    const tokens = typeof email === "string" ? await lookups.list("verificationToken", email) : []
    const keys = await Promise.all(tokens.map((token) => layout.row("verificationToken", token)))
    const removals = keys.map((token): Write => ({ remove: token }))
    // More links than this have been requested for one address: the others stop working first.
    await removeGroups(removals.slice(mostTokens).map((token) => [token]))
    const id = row["id"] as string
    const newVersion = newName()
    const gone = { gone: { N: String(Date.now()) }, v: { S: newVersion }, b: { S: born } }
    const reasons = await requests.transact([
      { put: { ...keyAttributes(key), ...gone }, ...ifVersion(version) },
      { put: { ...keyAttributes(await layout.removal(id)), id: { S: id } } },
      ...(typeof email === "string" ? [{ remove: layout.email(email) }] : []),
      ...removals.slice(0, mostTokens),
    ])
    return reasons ? throwChanged() : newVersion
  }

  return {
    removeGroups,

    async finish(id) {
      const item = await requests.get(await layout.user(id))
      if (item?.["gone"]) await cleanUp(id, readText(item["v"]))
    },

    async removeUser(id) {
      const removed = await retryWhileChanged(async () => {
        const stored = await lookups.readUser(id)
        return stored && { row: stored.row, version: await fence(stored) }
      })
      if (!removed) return null
      await cleanUp(id, removed.version).catch(() => onWarning(unfinished))
      return removed.row
    },

    async removeOrphan(model, item) {
      const stored = toStoredRow(model, item)
      if (!stored) return true
      const owner = readOwner(model, stored.row)
      if (await lookups.readUser(owner)) return false
      const condition = ifBorn(stored.born)
      const pointer = await layout.pointer(owner, stored.key)
      const group = [
        { remove: stored.key, ...condition },
        { remove: pointer, ...condition },
      ]
      await removeGroups([group], "alone")
      return true
    },
  }
}

/** Deletes what is left behind a fence with this version, and the fence. */
const createCleanUp =
  ({ layout, requests }: DynamodbParts, removeGroups: Removal["removeGroups"]) =>
  async (id: string, version: string): Promise<void> => {
    const user = await layout.user(id)
    const input = {
      KeyConditionExpression: "pk = :pk AND sk > :sk",
      ExpressionAttributeValues: { ":pk": { S: user.pk }, ":sk": { S: user.sk } },
    }
    for await (const pointers of requests.query(input)) {
      const groups = pointers.map((pointer): Group => {
        const [key, condition] = [readKey(pointer), ifBorn(readText(pointer["b"]))]
        const row = layout.pointedRow(key)
        return [
          { remove: key, ...condition },
          { remove: row, ...condition },
        ]
      })
      await removeGroups(groups, "alone")
    }
    await requests.transact([{ remove: user, ...ifVersion(version) }, { remove: await layout.removal(id) }])
  }

const createRemoveGroups =
  ({ requests }: DynamodbParts): Removal["removeGroups"] =>
  async (groups, refused = "whole") => {
    const limit = limitConcurrency(transactionsAtOnce)
    const removeBatch = async (batch: readonly Group[]): Promise<number> => {
      let rest = batch.filter((group) => group.length > 0)
      while (rest.length > 0) {
        const writes = rest.flat()
        const reasons = await requests.transact(writes)
        if (!reasons) break
        const stays = new Set(listRefused(reasons).map(([index]) => writes[index]))
        const keepOthers = (group: Group) => group.filter((write) => !stays.has(write))
        rest =
          refused === "alone"
            ? rest.map(keepOthers).filter((group) => group.length > 0)
            : rest.filter((group) => !group.some((write) => stays.has(write)))
      }
      return rest.length
    }
    const counts = await Promise.all(batchGroups(groups).map((batch) => limit(() => removeBatch(batch))))
    return counts.reduce((sum, count) => sum + count, 0)
  }

/** As many whole groups in each batch as a transaction takes. */
function batchGroups(groups: readonly Group[]): Group[][] {
  const batches: Group[][] = []
  let size = mostWrites
  for (const group of groups) {
    if (size + group.length > mostWrites) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(group)
    size += group.length
  }
  return batches
}
