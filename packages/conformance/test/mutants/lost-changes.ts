import type { OperationName } from "mortise"
import { breaking, type Mutant, pause, wrapOperations } from "./mutant.ts"

/** Acknowledges the calls of an operation that find too many others in flight, without making them. */
const dropping = (name: OperationName, limit: number): Mutant["make"] =>
  wrapOperations([name], (operation) => {
    let running = 0
    return async (...args) => {
      running++
      try {
        await pause()
        return running > limit && args.length > 0 ? null : await operation(...args)
      } finally {
        running--
      }
    }
  })

/** The case of each operation that loses calls. */
const dropped: Readonly<Record<string, readonly [OperationName, string]>> = {
  "extensions-lost-in-a-crowd": ["updateSession", "lost-writes/sessions"],
  "sign-outs-lost-in-a-crowd": ["deleteSession", "lost-writes/sessions"],
  "unlinks-lost-in-a-crowd": ["unlinkAccount", "lost-writes/accounts"],
  "counters-lost-in-a-crowd": ["updateAuthenticatorCounter", "lost-writes/passkeys"],
}

/** Defects of concurrent changes that are acknowledged and lost. */
export const lostChangeMutants: readonly Mutant[] = [
  {
    name: "fifth-update-is-dropped",
    by: "lost-writes/crowd-of-updates",
    defect: "the fifth concurrent update of a user is acknowledged, and not stored",
    evidence: "an optimistic lock whose retries run out; SEC-B9",
    make: breaking((good) => {
      const running = new Map<string, number>()
      return {
        async updateUser(changes) {
          const count = (running.get(changes.id) ?? 0) + 1
          running.set(changes.id, count)
          try {
            await pause()
            const user = count > 4 ? await good.getUser(changes.id) : null
            return user ? { ...user, ...changes } : await good.updateUser(changes)
          } finally {
            running.set(changes.id, (running.get(changes.id) ?? 1) - 1)
          }
        },
      }
    }),
  },
  {
    name: "extension-writes-the-owner-back",
    by: "lost-writes/owner-and-expiry",
    defect: "updateSession reads the session and writes back the owner that it had",
    evidence: "read, merge and write; SEC-A5",
    make: breaking((good) => ({
      async updateSession(changes) {
        const found = await good.getSessionAndUser(changes.sessionToken)
        await pause()
        return good.updateSession(found ? { userId: found.session.userId, ...changes } : changes)
      },
    })),
  },
  {
    name: "sessions-in-the-document-of-the-user",
    by: "lost-writes/every-kind",
    defect: "updateUser writes back the sessions that the user had before, so a sign-out is undone",
    evidence: "a document with all rows of a user that is read, changed and written back; SEC-B9",
    make: breaking((good) => {
      const tokens = new Map<string, string[]>()
      return {
        async createSession(session) {
          tokens.set(session.userId, [...(tokens.get(session.userId) ?? []), session.sessionToken])
          return good.createSession(session)
        },
        async updateUser(changes) {
          const read = (tokens.get(changes.id) ?? []).map((token) => good.getSessionAndUser(token))
          const pairs = await Promise.all(read)
          await pause()
          const updated = await good.updateUser(changes)
          for (const pair of pairs) if (pair) await good.createSession(pair.session).catch(() => null)
          return updated
        },
      }
    }),
  },
  ...Object.entries(dropped).map(([name, [operation, by]]) => ({
    name,
    by,
    defect: `${operation} is acknowledged and not made while ten other calls run`,
    evidence: "an optimistic lock whose retries run out; SEC-B9",
    make: dropping(operation, 10),
  })),
]
