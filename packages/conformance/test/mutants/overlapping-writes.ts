import type { Adapter, OperationName } from "mortise"
import { breaking, type Mutant, pause, wrapOperations } from "./mutant.ts"

type Keyed = (argument: never) => string

/** Makes the first of two overlapping calls for a row again, some milliseconds after both. */
const deliveringTwice = (name: OperationName, keyOf: Keyed): Mutant["make"] =>
  wrapOperations([name], (operation) => {
    const flying = new Map<string, unknown[]>()
    return async (...args) => {
      const key = keyOf(args[0] as never)
      const first = flying.get(key)
      if (first) setTimeout(() => operation(...first).catch(() => null), 10).unref()
      else flying.set(key, structuredClone(args))
      try {
        await pause()
        return await operation(...args)
      } finally {
        flying.delete(key)
      }
    }
  })

const queue = "a queue that delivers a write at least once; SEC-B9"
const difference = "an addition in the database instead of an assignment; SEC-B9"

/** Defects of overlapping writes that are made twice. */
export const overlappingWriteMutants: readonly Mutant[] = [
  {
    name: "overlapped-update-is-made-again",
    by: "late-effects/overlapping-changes-of-a-user",
    defect: "the first of two overlapping updates of a user is made again after the second",
    evidence: queue,
    make: deliveringTwice("updateUser", ({ id }: { id: string }) => id),
  },
  {
    name: "overlapped-extension-is-made-again",
    by: "late-effects/overlapping-changes-of-a-session",
    defect: "the first of two overlapping updates of a session is made again after the second",
    evidence: queue,
    make: deliveringTwice("updateSession", ({ sessionToken }: { sessionToken: string }) => sessionToken),
  },
  {
    name: "overlapped-counter-is-added-later",
    by: "late-effects/overlapping-changes-of-a-passkey",
    defect: "two overlapping updates of a counter count once more, some milliseconds later",
    evidence: queue,
    make: breaking((good) => {
      const flying = new Set<string>()
      const again = async (id: string): Promise<void> => {
        const found = await good.getAuthenticator(id)
        if (found) await good.updateAuthenticatorCounter(id, found.counter + 1)
      }
      return {
        async updateAuthenticatorCounter(id, counter) {
          if (flying.has(id)) setTimeout(() => again(id).catch(() => null), 10).unref()
          flying.add(id)
          try {
            await pause()
            return await good.updateAuthenticatorCounter(id, counter)
          } finally {
            flying.delete(id)
          }
        },
      }
    }),
  },
  {
    name: "counter-difference-added-twice",
    by: "lost-writes/one-passkey",
    defect: "two overlapping updates of a counter to the same value add the difference twice",
    evidence: difference,
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const read = await good.getAuthenticator(id)
        await pause()
        const found = await good.getAuthenticator(id)
        const added =
          read && found && counter > read.counter ? found.counter + counter - read.counter : counter
        return good.updateAuthenticatorCounter(id, added)
      },
    })),
  },
  {
    name: "extension-added-twice",
    by: "lost-writes/one-session",
    defect: "two overlapping updates of a session to the same expiry add the extension twice",
    evidence: difference,
    make: breaking((good) => ({
      async updateSession(changes) {
        const expiryOf = (found: Awaited<ReturnType<Adapter["getSessionAndUser"]>>) =>
          found?.session.expires.getTime() ?? 0
        const { sessionToken, expires } = changes
        const read = expiryOf(await good.getSessionAndUser(sessionToken))
        await pause()
        const found = expiryOf(await good.getSessionAndUser(sessionToken))
        const added = expires && read && found ? new Date(found + expires.getTime() - read) : expires
        return good.updateSession({ ...changes, ...(added && { expires: added }) })
      },
    })),
  },
]
