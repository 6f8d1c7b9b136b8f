import type { Adapter } from "../contract/adapter.ts"
import { extras } from "../contract/adapter-parts.ts"
import { modelNames } from "../contract/models.ts"
import type { Key } from "../contract/rows.ts"
import { tenantTrustMs } from "../contract/tenants.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Account, Authenticator, User } from "../contract/types.ts"
import type { Page, Upkeep } from "../contract/upkeep.ts"
import { finishAll } from "../shared/finish-all.ts"
import type { Registry, RemovalReceipt, TenantRows } from "./registry.ts"

/** The options of `remove`. */
export type RemoveOptions = {
  /** Called with the receipt when the tenant is fenced off, when its rows are counted, and after each batch. */
  readonly onProgress?: (progress: RemovalProgress) => void
  /** How many users one batch deletes, at the same time. 1 to 1,000. Default: 20. */
  readonly batch?: number
  /** Stops the removal after a batch. `remove` returns the receipt, without `finished`; the next call continues. */
  readonly signal?: AbortSignal
}

/** How far a removal is. */
export type RemovalProgress = {
  readonly receipt: RemovalReceipt
  /** The number of users that this call has deleted so far. */
  readonly deletedUsers: number
}

export type RemovalParts = {
  readonly registry: Registry
  /** The adapter of the tenant, without a guard. */
  readonly adapter: Adapter
  readonly upkeep: Upkeep
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

// What a process knows about a tenant may be as old as `tenantTrustMs`, and its call may still be under way.
const fenceMs = tenantTrustMs + 5_000

// The last moment that every store can represent: all sessions, tokens and slots have expired by then.
const endOfTime = new Date("9999-12-31T23:59:59.999Z")

/**
 * Removes a tenant. The state in the registry fences it off; it is deleted after every process knows the state. Each
 * step may be repeated, so a second call continues after a crash, and several calls may run at the same time.
 */
export async function removeTenant(
  parts: RemovalParts,
  tenant: string,
  { onProgress = () => {}, batch = 20, signal }: RemoveOptions,
): Promise<RemovalReceipt | null> {
  if (!(Number.isInteger(batch) && batch >= 1 && batch <= 1000))
    throwInvalid("`batch` must be a whole number from 1 to 1000.")
  const { registry, now, sleep } = parts
  const first = { tenant, started: new Date(now()), finished: null, rows: null }
  if ((await registry.read(tenant))?.state === "active") await registry.leave("active", first)
  const fenced = await registry.read(tenant)
  if (fenced?.state !== "removing") return fenced?.receipt ?? null
  let receipt = fenced.receipt ?? first
  let deletedUsers = 0
  const report = () => onProgress({ receipt, deletedUsers })
  report()

  if (!receipt.rows) {
    if (!signal?.aborted) await sleep(fenceMs, signal)
    if (signal?.aborted) return receipt
    const rows = await countRows(parts.upkeep)
    // Whoever deletes has written the numbers before. So if there are none yet, nothing was deleted while this call counted.
    const current = await registry.read(tenant)
    if (current?.state !== "removing") return current?.receipt ?? receipt
    receipt = { ...receipt, rows: current.receipt?.rows ?? rows }
    await registry.write(receipt)
    report()
  }

  for await (const deleted of deleteRows(parts, batch)) {
    deletedUsers += deleted
    report()
    // Another call may have finished, and the name may be in use again.
    const current = await registry.read(tenant)
    if (current?.state !== "removing") return current?.receipt ?? receipt
    if (signal?.aborted) return receipt
  }
  receipt = { ...receipt, finished: new Date(now()) }
  if ((await registry.leave("removing", receipt)).ok) return receipt
  return (await registry.read(tenant))?.receipt ?? receipt
}

/** Counts the rows of a tenant by model. */
export async function countRows({ count }: Upkeep): Promise<TenantRows> {
  const counts = await Promise.all(modelNames.map(async (model) => [model, await count(model)] as const))
  return Object.fromEntries(counts) as TenantRows
}

/**
 * Deletes all rows in batches, and yields after each of them how many users it deleted. Sessions, tokens and slots are
 * deleted first, then users with what they own, then what a removal that was interrupted has left.
 */
async function* deleteRows(parts: RemovalParts, batch: number): AsyncGenerator<number> {
  const { adapter, upkeep } = parts
  const { unlinkAccount, deleteUser } = adapter
  const { removeAuthenticator } = extras(adapter) ?? {}
  yield* sweepAll(upkeep)
  yield* deletePages(upkeep, "user", batch, ({ id }) => deleteUser(id))
  yield* deletePages(upkeep, "account", batch, (account) => unlinkAccount(account))
  yield* deletePages(upkeep, "authenticator", batch, async ({ credentialID }) =>
    removeAuthenticator?.(credentialID),
  )
  yield* sweepAll(upkeep)
}

const sweepLimit = 1000

async function* sweepAll({ sweep }: Upkeep): AsyncGenerator<number> {
  let swept: number
  do {
    swept = await sweep({ now: endOfTime, limit: sweepLimit })
    if (swept > 0) yield 0
  } while (swept === sweepLimit)
}

type Rows = { user: User; account: Account; authenticator: Authenticator }

/** Deletes the rows of a model, page by page. */
async function* deletePages<M extends keyof Rows>(
  { page }: Upkeep,
  model: M,
  limit: number,
  deleteRow: (row: Rows[M]) => Promise<unknown>,
): AsyncGenerator<number> {
  let after: Key | null = null
  do {
    const { rows, next }: Page<unknown> = await page(model, after ? { limit, after } : { limit })
    await finishAll((rows as Rows[M][]).map(deleteRow))
    if (rows.length > 0) yield model === "user" ? rows.length : 0
    after = next
  } while (after)
}
