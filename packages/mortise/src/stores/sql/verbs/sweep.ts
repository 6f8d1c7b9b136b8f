import type { ModelName } from "../../../contract/models.ts"
import type { StoreUpkeep } from "../../../operations/store.ts"
import { toStorage } from "../../../sql/storage.ts"
import { findColumn } from "../compile/columns.ts"
import type { Runner, SqlParts } from "./runner.ts"

/**
 * Deletes expired rows in the order of their expiry. An index may still have the entries of the rows that earlier
 * batches deleted, so a batch starts where the last one ended. When no more rows are left there, it starts at the
 * beginning: another transaction may have locked a row, or inserted one that had already expired.
 */
export function createSweep({ dialect, compiled, tenant }: SqlParts, { run }: Runner): StoreUpkeep["sweep"] {
  const scope = tenant === undefined ? [] : [tenant]
  if (!dialect.sweepsOn)
    return (model, now, limit) =>
      run(compiled[model], compiled[model].sweep(now, limit, scope), ({ count }) => count)

  const reached = new Map<ModelName, Date>()
  const decodeExpiry = (model: ModelName, stored: unknown): Date | undefined => {
    if (stored === null || stored === undefined) return undefined
    const { model: described } = compiled[model]
    const last = dialect.decode(toStorage(findColumn(described, described.expiry ?? "")), stored)
    return last instanceof Date && !Number.isNaN(last.getTime()) ? last : undefined
  }
  const sweep = async (model: ModelName, now: Date, limit: number, from?: Date): Promise<number> => {
    const { count, last } = await run(
      compiled[model],
      compiled[model].sweep(now, limit, scope, from),
      ({ rows }) => ({
        count: Number(rows[0]?.[0]),
        last: decodeExpiry(model, rows[0]?.[1]),
      }),
    )
    if (count === limit && last) reached.set(model, last)
    else reached.delete(model)
    return from && count < limit ? count + (await sweep(model, now, limit - count)) : count
  }
  return (model, now, limit) => sweep(model, now, limit, reached.get(model))
}
