import type { Adapter } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

// Each write is acknowledged and, some milliseconds later, made again: after the call that follows it.

const replayMs = 15

const later = (replay: () => unknown): void => {
  setTimeout(async () => {
    try {
      await replay()
    } catch {
      // The row does not exist any more, or exists already.
    }
  }, replayMs).unref()
}

/** Makes the first of two updates of a row again, after the second one. */
const firstAgain = () => {
  const seen = new Set<string>()
  return (key: string, replay: () => unknown): void => {
    if (!seen.has(key)) later(replay)
    seen.add(key)
  }
}

const evidence = "a queue of writes that is sent after the response; SEC-B9"

/** Defects of writes that take effect after a later call. */
export const lateReplayMutants: readonly Mutant[] = [
  {
    name: "created-session-returns",
    by: "late-effects/removed-session",
    defect: "createSession stores the session again after a sign-out",
    evidence,
    make: breaking((good) => ({
      async createSession(session) {
        later(() => good.createSession(session))
        return good.createSession(session)
      },
    })),
  },
  {
    name: "extended-session-returns",
    by: "late-effects/removed-session",
    defect: "updateSession stores the session again after a sign-out",
    evidence,
    make: breaking((good) => ({
      async updateSession(changes) {
        const updated = await good.updateSession(changes)
        if (updated) later(() => good.createSession(updated))
        return updated
      },
    })),
  },
  {
    name: "extended-session-outlives-the-user",
    by: "late-effects/session-of-a-deleted-user",
    defect: "updateSession puts the session into a cache after its user was deleted",
    evidence,
    make: breaking((good) => {
      const cache = new Map<string, Awaited<ReturnType<Adapter["getSessionAndUser"]>>>()
      return {
        async updateSession(changes) {
          const updated = await good.updateSession(changes)
          const found = await good.getSessionAndUser(changes.sessionToken)
          later(() => cache.set(changes.sessionToken, found))
          return updated
        },
        getSessionAndUser: async (token) => (await good.getSessionAndUser(token)) ?? cache.get(token) ?? null,
      }
    }),
  },
  {
    name: "linked-account-returns",
    by: "late-effects/removed-account",
    defect: "linkAccount links the account again after it was unlinked",
    evidence,
    make: breaking((good) => ({
      async linkAccount(account) {
        later(() => good.linkAccount(account))
        return good.linkAccount(account)
      },
    })),
  },
  {
    name: "updated-user-returns",
    by: "late-effects/removed-user",
    defect: "updateUser stores the user again after the deletion",
    evidence,
    make: breaking((good) => ({
      async updateUser(changes) {
        const updated = await good.updateUser(changes)
        later(() => good.createUser(updated))
        return updated
      },
    })),
  },
  {
    name: "used-passkey-returns",
    by: "late-effects/passkey-of-a-deleted-user",
    defect: "updateAuthenticatorCounter puts the passkey into a cache after its user was deleted",
    evidence,
    make: breaking((good) => {
      const cache = new Map<string, object>()
      return {
        async updateAuthenticatorCounter(id, counter) {
          const updated = await good.updateAuthenticatorCounter(id, counter)
          later(() => cache.set(id, updated))
          return updated
        },
        getAuthenticator: async (id) => (await good.getAuthenticator(id)) ?? cache.get(id) ?? null,
      }
    }),
  },
  {
    name: "created-token-returns",
    by: "late-effects/removed-token",
    defect: "createVerificationToken stores the token again after it was used",
    evidence,
    make: breaking((good) => {
      const used = new Set<string>()
      return {
        async createVerificationToken(token) {
          later(() => used.has(keyOf(token.identifier, token.token)) && good.createVerificationToken(token))
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          used.add(keyOf(key.identifier, key.token))
          return good.useVerificationToken(key)
        },
      }
    }),
  },
  {
    name: "first-update-of-a-user-comes-last",
    by: "late-effects/user-changed-twice",
    defect: "the first of two updates of a user is made again after the second",
    evidence,
    make: breaking((good) => {
      const again = firstAgain()
      return {
        async updateUser(changes) {
          again(changes.id, () => good.updateUser(changes))
          return good.updateUser(changes)
        },
      }
    }),
  },
  {
    name: "first-extension-comes-last",
    by: "late-effects/session-changed-twice",
    defect: "the first of two updates of a session is made again after the second",
    evidence,
    make: breaking((good) => {
      const again = firstAgain()
      return {
        async updateSession(changes) {
          again(changes.sessionToken, () => good.updateSession(changes))
          return good.updateSession(changes)
        },
      }
    }),
  },
  {
    name: "first-counter-comes-last",
    by: "late-effects/passkey-changed-twice",
    defect: "the first of two counters is put into a cache after the second",
    evidence,
    make: breaking((good) => {
      const again = firstAgain()
      const cache = new Map<string, object>()
      return {
        async updateAuthenticatorCounter(id, counter) {
          const updated = await good.updateAuthenticatorCounter(id, counter)
          again(id, () => cache.set(id, updated))
          return updated
        },
        getAuthenticator: async (id) => cache.get(id) ?? good.getAuthenticator(id),
      }
    }),
  },
]
