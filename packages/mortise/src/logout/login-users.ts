import { longestLifeMs } from "../auth/config/longest-life.ts"
import { listEndedNames, listLoginNames } from "../auth/oauth/logout/login-names.ts"
import type { ProviderLogin } from "../auth/oauth/provider-identity.ts"
import type { Slots } from "../contract/slots.ts"

/** Which user signed in with a login at a provider. */
export type LoginUsers = {
  set(login: ProviderLogin, userId: string): Promise<void>
  /** The user of the logins that a logout token names; `null` if no user has signed in with them here. */
  get(token: ProviderLogin): Promise<string | null>
}

export function createLoginUsers(slots: Slots, now: () => number): LoginUsers {
  const toSlotKey = (name: string) => `auth/logout/user/${name}`
  return {
    async set(login, userId) {
      const expires = new Date(now() + longestLifeMs)
      const names = await listLoginNames(login)
      await Promise.all(names.map(({ key }) => slots.set({ key: toSlotKey(key), value: userId, expires })))
    },

    async get(token) {
      for (const { key } of await listEndedNames(token)) {
        const slot = await slots.read(toSlotKey(key))
        if (typeof slot?.value === "string") return slot.value
      }
      return null
    },
  }
}
