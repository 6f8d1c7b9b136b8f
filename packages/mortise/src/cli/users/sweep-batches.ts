import type { ForTenant } from "../../index.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { thenClose } from "../configuration/open-store.ts"
import { findForTenant } from "../configuration/open-tenant.ts"
import { type Files, onPeople } from "./on-people.ts"

/** Deletes one batch of expired rows. */
export type SweepBatch = () => Promise<{ readonly removed: number; readonly isDone: boolean }>

/** Runs a task that sweeps what the options of a command name: without a tenant, all tenants, each in its turn. */
export async function onSweep<T>(
  files: Files,
  limit: number,
  task: (sweepBatch: SweepBatch) => Promise<T>,
): Promise<T> {
  // Rows that expire while the command runs are left for the next run, so that this one ends.
  const now = new Date()
  const onOne = () =>
    onPeople(files, (people) =>
      task(async () => {
        const removed = await people.sweep({ limit, now })
        return { removed, isDone: removed < limit }
      }),
    )
  if (files["better-auth"] !== undefined || files.tenant !== undefined) return onOne()
  const configuration = await loadConfiguration(files.config, process.env)
  const forTenant = await findForTenant(configuration.adapter)
  if (forTenant) return thenClose(configuration, async () => task(await sweepAll(forTenant, limit, now)))
  await configuration.close()
  return onOne()
}

/** Sweeps all tenants, in rounds, until a round leaves nothing. */
async function sweepAll(forTenant: ForTenant, limit: number, now: Date): Promise<SweepBatch> {
  const { tenants } = await import("../../tenants/index.ts")
  const { sweep } = tenants(forTenant)
  let after: string | null = null
  let isBehind = false
  return async () => {
    const { removed, hasMore, next } = await sweep({ limit, now, after })
    isBehind ||= hasMore
    after = next
    const isDone = next === null && !isBehind
    if (next === null) isBehind = false
    return { removed, isDone }
  }
}
