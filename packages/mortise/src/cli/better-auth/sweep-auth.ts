import { ExitError, exitCodes } from "../program/exit-code.ts"
import type { Fields, People } from "../users/people.ts"
import { refusal } from "./auth-sessions.ts"
import type { OpenAuth } from "./open-auth.ts"

// Better Auth calls the hooks of at most this many rows.
const chunkSize = 100

/** Deletes expired sessions, with their hooks, and expired verifications. */
export function createSweep({ rows, context, hasSessions }: OpenAuth, now: () => number): People["sweep"] {
  const { adapter, internalAdapter, options } = context

  const endSessions = async (sessions: readonly Fields[]): Promise<void> => {
    const { layerNames } = await import("../../contract/layered.ts")
    const isHashed = layerNames(Object(options.database)).includes("hashedSessions")
    const tokens = sessions.map(({ token }) => String(token))
    // The hooks are called with a row that is looked up, and lists of hashes are not looked up.
    if (isHashed) for (const token of tokens) await internalAdapter.deleteSession(token)
    else await internalAdapter.deleteSessions(tokens)
  }

  /** Returns how many rows are gone, and whether more may have expired. */
  const sweepChunk = async (model: string, limit: number, before: Date) => {
    const isExpired = { field: "expiresAt", operator: "lt", value: before } as const
    const expired = await adapter.findMany<Fields>({
      model,
      limit,
      where: [isExpired],
      sortBy: { field: "expiresAt", direction: "asc" },
    })
    if (expired.length === 0) return { removed: 0, isLast: true }
    const same = { field: "id", operator: "in", value: expired.map(({ id }) => String(id)) } as const
    if (model === "session") await endSessions(expired)
    else await adapter.deleteMany({ model, where: [same, isExpired] })
    const left = await adapter.count({ model, where: [same, isExpired] })
    if (left > 0) throw new ExitError(exitCodes.failed, `Expired sessions were not deleted: ${refusal}`)
    return { removed: expired.length, isLast: expired.length < limit }
  }

  const swept = [
    ...(hasSessions ? ["session"] : []),
    ...(rows.models.includes("verification") ? ["verification"] : []),
  ]
  return async ({ limit, now: time = new Date(now()) }) => {
    let removed = 0
    for (const model of swept)
      for (let isLast = false; !isLast && removed < limit; ) {
        const chunk = await sweepChunk(model, Math.min(chunkSize, limit - removed), time)
        removed += chunk.removed
        isLast = chunk.isLast
      }
    return removed
  }
}
