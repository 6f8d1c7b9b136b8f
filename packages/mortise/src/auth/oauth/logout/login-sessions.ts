// Records which login at a provider started which sessions. Slots cannot be listed, so the sessions of a login are
// numbered: one slot counts them, and each number has a slot with the user and the handle of the session, never its
// token. The count belongs to a period of thirty days and ends with the last session of that period, so a user who
// signs in every day for years leaves no long list.

import type { Slots } from "../../../contract/slots.ts"
import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import { longestLifeMs } from "../../config/longest-life.ts"
import type { ProviderLogin } from "../provider-identity.ts"
import { isEndedBy, type LoginName, listEndedNames, listLoginNames } from "./login-names.ts"

/** A session, by what may be stored about it. */
export type LoginSession = { readonly userId: string; readonly handle: string }

type Entry = readonly [userId: string, handle: string, issuedAt: number]

const dayMs = 24 * 3600 * 1000
const periodMs = 30 * dayMs
// Clocks of processes differ a little.
const marginMs = dayMs
const concurrentReads = 16

/** Keeps them in slots. `lifeMs` is how long a session lasts at most. */
export function createLoginSessions(slots: Slots, now: () => number, lifeMs: number) {
  const periodAt = (time: number) => Math.floor(time / periodMs)
  const countKey = (name: string, period: number) => `auth/logout/sessions/${name}/${period}`

  const addTo = async (name: string, value: Entry): Promise<void> => {
    const period = periodAt(now())
    const key = countKey(name, period)
    const countEnds = new Date((period + 1) * periodMs + longestLifeMs + marginMs)
    const expires = new Date(now() + lifeMs + marginMs)
    for (;;) {
      const number = await slots.increment(key, countEnds)
      const claimed = await slots.claim({ key: `${key}/${number}`, value: [...value], expires })
      if (claimed.ok) return
    }
  }

  const findEnded = async ({ kind, key: name }: LoginName, endedAt: number): Promise<LoginSession[]> => {
    const limited = limitConcurrency(concurrentReads)
    const read = (key: string) => limited(() => slots.read(key))
    const first = periodAt(now() - longestLifeMs - marginMs)
    const last = periodAt(now() + marginMs)
    const keys = Array.from({ length: last - first + 1 }, (_, index) => countKey(name, first + index))
    const slotsByPeriod = await Promise.all(
      keys.map(async (key) => {
        const count = (await read(key))?.count ?? 0
        return Promise.all(Array.from({ length: count }, (_, index) => read(`${key}/${index + 1}`)))
      }),
    )
    return slotsByPeriod
      .flat()
      .flatMap((slot) => (slot ? [slot.value as unknown as Entry] : []))
      .filter(([, , issuedAt]) => isEndedBy(kind, issuedAt, endedAt))
      .map(([userId, handle]) => ({ userId, handle }))
  }

  return {
    async add(login: ProviderLogin, { userId, handle }: LoginSession) {
      const names = await listLoginNames(login)
      await Promise.all(names.map(({ key }) => addTo(key, [userId, handle, login.issuedAt])))
    },

    /** The sessions that the logout token ends. Some of them may have ended before. */
    async endedBy(token: ProviderLogin): Promise<LoginSession[]> {
      const names = await listEndedNames(token)
      return (await Promise.all(names.map((name) => findEnded(name, token.issuedAt)))).flat()
    },
  }
}
