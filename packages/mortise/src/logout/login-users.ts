import { longestLifeMs } from "../auth/config/longest-life.ts"
import { listEndedNames, listLoginNames } from "../auth/oauth/logout/login-names.ts"
import type { ProviderLogin } from "../auth/oauth/provider-identity.ts"
import type { Slots } from "../contract/slots.ts"

/** Which user signed in with a login at a provider. */
export function createLoginUsers(slots: Slots, now: () => number) {
  const toSlotKey = (name: string) => `auth/logout/user/${name}`
  return {
    async set(login: ProviderLogin, userId: string) {
      const expires = new Date(now() + longestLifeMs)
      const names = await listLoginNames(login)
      await Promise.all(names.map(({ key }) => slots.set({ key: toSlotKey(key), value: userId, expires })))
    },

    /** The users of the logins that a logout token names; none if no user has signed in with them here. */
    async list(token: ProviderLogin): Promise<ReadonlySet<string>> {
      const names = await listEndedNames(token)
      const users = await Promise.all(names.map(async ({ key }) => (await slots.read(toSlotKey(key)))?.value))
      return new Set(users.filter((user) => typeof user === "string"))
    },
  }
}
