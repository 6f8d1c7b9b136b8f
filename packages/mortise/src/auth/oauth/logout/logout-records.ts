import { endedLoginKey } from "../../../contract/session-end-slots.ts"
import type { Slots } from "../../../contract/slots.ts"
import { sha256 } from "../../../shared/bytes.ts"
import type { ProviderLogin } from "../provider-identity.ts"
import { isEndedBy, type LoginName, listEndedNames, listLoginNames } from "./login-names.ts"
import { type LogoutToken, maxTokenSeconds, type VerifyLogoutToken } from "./logout-token.ts"

// A process that dies holds the token this long.
const leaseMs = 30_000
// Longer than any token is accepted, whatever the clocks say.
const usedMs = 2 * maxTokenSeconds * 1000

/** What all processes know about logouts at providers, in slots. `keepMs` is how long the end of a login is known. */
export function createLogoutRecords(
  verify: VerifyLogoutToken,
  slots: Slots,
  now: () => number,
  keepMs: number,
) {
  const after = (ms: number) => new Date(now() + ms)

  const endName = async (name: LoginName, endedAt: number): Promise<void> => {
    const key = endedLoginKey(name.key)
    // Several tokens may arrive at once, in any order: the latest end counts.
    for (;;) {
      const expires = after(keepMs)
      if ((await slots.claim({ key, value: endedAt, expires })).ok) return
      const slot = await slots.read(key)
      const value = Math.max(Number(slot?.value), endedAt)
      if (slot && (await slots.replace({ key, value, count: slot.count, expires })).ok) return
    }
  }

  return {
    /**
     * Records that the provider has ended the logins that a posted token names, and then calls `endSessions`, which
     * returns a number: once for each token, in any process. After a failure, the token can be used again.
     */
    async receive(
      provider: Parameters<VerifyLogoutToken>[0],
      posted: unknown,
      endSessions: (token: LogoutToken) => Promise<number>,
    ) {
      const token = await verify(provider, posted)
      if (!token) return "invalid_logout_token" as const
      const { issuer, clientId, jti } = token
      const key = `auth/logout/token/${await sha256(JSON.stringify([issuer, clientId, jti]))}`
      if (!(await slots.claim({ key, expires: after(leaseMs) })).ok) return "used_logout_token" as const
      try {
        // First, so that a sign-in that is being finished sees it.
        const names = await listEndedNames(token)
        await Promise.all(names.map((name) => endName(name, token.issuedAt)))
        const ended = await endSessions(token)
        await slots.set({ key, expires: after(usedMs) })
        return ended
      } catch (error) {
        // If this fails too, the token can be used again after the lease.
        await slots.take(key).catch(() => null)
        throw error
      }
    },

    /** Whether the provider has ended this login. */
    async hasEnded(login: ProviderLogin) {
      const names = await listLoginNames(login)
      const ended = await Promise.all(
        names.map(async ({ kind, key }) => {
          const endedAt = (await slots.read(endedLoginKey(key)))?.value
          return typeof endedAt === "number" && isEndedBy(kind, login.issuedAt, endedAt)
        }),
      )
      return ended.includes(true)
    },
  }
}
