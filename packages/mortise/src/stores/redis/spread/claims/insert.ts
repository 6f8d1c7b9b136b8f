/**
 * Inserts by the claim protocol:
 *
 * 1. Store an intent with the places that the call will take, unless they expire: see intents.ts.
 * 2. Take every place with one nonce: see places.ts.
 * 3. Commit: one script on the user's key makes everything with the nonce visible in one step.
 *
 * A crash before the commit leaves nothing visible; a crash after it leaves the insert done. If the commit's answer is
 * lost, the user's key says what happened.
 */
import { MortiseError } from "../../../../contract/errors.ts"
import type { Model } from "../../../../contract/schema.ts"
import { conflict, ownerMissing } from "../../../../contract/store-errors.ts"
import { completeRows } from "../../../../operations/rows/complete-rows.ts"
import type { Store } from "../../../../operations/store.ts"
import { finishAll } from "../../../../shared/finish-all.ts"
import { inBackground } from "../../background.ts"
import { newNonce } from "../../glossary.ts"
import { getRowKind } from "../../rows/keys.ts"
import type { Intent } from "../intents.ts"
import { pruneSomeEntries } from "../owned/owned-entries.ts"
import type { SpreadParts } from "../spread-parts.ts"
import type { TokensAndSlots } from "../tokens/tokens-and-slots.ts"
import { commitArguments, commitScript } from "../users/user-scripts.ts"
import { readUser } from "../visibility.ts"
import { buildIntent, buildPlan, type Plan } from "./insert-plan.ts"
import { decideFate, free, occupy } from "./places.ts"
import { definite, retryUncommitted } from "./retry-uncommitted.ts"

export function createInsert(parts: SpreadParts, tokensAndSlots: TokensAndSlots): Store["insert"] {
  return async (entries) => {
    const rows = await completeRows(parts.schema, entries, async () =>
      String(await parts.connection.write("INCR", parts.keys.serial)),
    )
    const described = rows.map(
      (row, index) => [parts.schema.models[entries[index]?.[0] as "user"], row] as const,
    )
    const [first] = described
    if (first && described.length === 1 && !["user", "owned"].includes(getRowKind(first[0])))
      await tokensAndSlots.insert(...first)
    else {
      const plan = buildPlan(parts, described)
      await retryUncommitted(() => attempt(parts, plan))
    }
    return rows
  }
}

async function attempt(parts: SpreadParts, plan: Plan, generation?: string): Promise<void> {
  const nonce = newNonce()
  const intent = buildIntent(plan, nonce)
  if (intent)
    await parts.intents.add(intent).catch((error) => {
      throw definite(error)
    })
  const undoAttempt = () => undo(parts, plan, nonce, intent)
  const taken = await occupyAll(parts, plan, nonce, undoAttempt)
  const outcome = taken ? undefined : await commit(parts, plan, nonce, undoAttempt)
  if (outcome === "done") return tidy(parts, plan, intent)
  await undoAttempt()
  if (taken) return reportTaken(parts, plan, taken, generation)
  const model = plan.rows[0]?.[0] as Model
  if (outcome === "taken") throw conflict(model.name, model.keys[0] ?? [])
  if (outcome === "orphan") throw ownerMissing(model.name)
  throw new MortiseError("transient", "Another caller took a key of this call first: try again.")
}

/** Takes all places. Returns the first that another has taken. An error here is definite: nothing is visible yet. */
async function occupyAll(parts: SpreadParts, plan: Plan, nonce: string, undoAttempt: () => Promise<void>) {
  const indexed = plan.rows.map(([model, row]) => parts.indexes.add(model.name, row, nonce))
  const occupied = plan.places.map((place) => occupy(parts, place, nonce))
  await finishAll([...occupied, ...indexed]).catch((error) => {
    inBackground(undoAttempt())
    throw definite(error)
  })
  const results = await Promise.all(occupied)
  return plan.places.find((_, index) => results[index] !== undefined)
}

/** Commits. If the answer is lost, asks the user's key for it: `dead` if the nonce had not committed. */
async function commit(
  parts: SpreadParts,
  plan: Plan,
  nonce: string,
  undoAttempt: () => Promise<void>,
): Promise<unknown> {
  const { user, created, places } = plan
  const claim = places.find(({ kind }) => kind === "email")?.key
  const owned = places.flatMap(({ kind, key }) => (kind === "row" ? [key] : []))
  const args = commitArguments(nonce, owned, created, claim)
  try {
    return await parts.connection.evaluate(commitScript, [user], args)
  } catch (error) {
    if ((error as MortiseError).code === "indeterminate") {
      const fate = await decideFate(parts, "insert", user, nonce, owned[0] ?? "").catch(() => undefined)
      if (fate) return fate === "live" ? "done" : "dead"
    } else inBackground(undoAttempt())
    throw error
  }
}

/** Removes the intent of an insert that is done, and some entries of rows that the server has dropped. */
function tidy(parts: SpreadParts, { user, created, rows }: Plan, intent: Intent | undefined): void {
  if (intent) inBackground(parts.intents.remove(intent))
  const expiring = rows.find(([{ expiry }]) => expiry !== undefined)?.[0]
  if (expiring && created === undefined) inBackground(pruneSomeEntries(parts, user, expiring.name))
}

/** Deletes what a call has taken and not committed, and then its intent. Waits only until the places are free. */
async function undo(
  parts: SpreadParts,
  { rows, places }: Plan,
  nonce: string,
  intent: Intent | undefined,
): Promise<void> {
  const freed = free(parts, places, nonce)
  const dropped = rows.map(([model, row]) => parts.indexes.drop(model.name, row, nonce))
  inBackground(Promise.all([freed, ...dropped]).then(() => intent && parts.intents.remove(intent)))
  await freed.catch(() => {})
}

/**
 * Reports a missing user in preference to a taken place. So the user must exist, with the same generation, before and
 * after the place is found taken. Without the `generation` from before, the call starts over to learn it.
 */
async function reportTaken(
  parts: SpreadParts,
  plan: Plan,
  { model, fields }: Plan["places"][number],
  generation: string | undefined,
): Promise<void> {
  if (plan.created !== undefined) throw conflict(model.name, fields)
  const user = await readUser(parts, plan.user)
  if (!user) throw ownerMissing(model.name)
  if (user.generation === generation) throw conflict(model.name, fields)
  return attempt(parts, plan, user.generation)
}
