import type { Redis } from "ioredis"
import type { Measured, NewSession, NewUser } from "../contestant.ts"

/** The operations of plain code on Redis: the ones that fill the store, and the session lookup. */
export type Lookups = Pick<Measured, "createUser" | "createSession" | "linkAccount" | "getSessionAndUser">

type Pair = { session: object; user: object } | null

const script = `
local found = {}
for nth, key in ipairs(KEYS) do
  local session = redis.call('GET', key)
  local user = session and redis.call('GET', 'u:' .. string.match(session, '^[^%z]*'))
  found[2 * nth - 1], found[2 * nth] = user and session, user
end
return found
`

/**
 * One script that reads packed rows for lookups that wait, with two scripts in flight, each with half of the lookups.
 * Nothing is validated.
 */
export function packedScript(client: Redis): Lookups {
  const waiting: { token: string; resolve(pair: Pair): void; reject(error: unknown): void }[] = []
  const inFlight = { scripts: 0, lookups: 0 }
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled || inFlight.scripts >= 2) return
    isScheduled = true
    process.nextTick(send)
  }
  const send = async (): Promise<void> => {
    isScheduled = false
    const batch = waiting.splice(0, Math.ceil((waiting.length + inFlight.lookups) / 2))
    inFlight.scripts++
    inFlight.lookups += batch.length
    if (waiting.length > 0) schedule()
    try {
      const keys = batch.map(({ token }) => `s:${token}`)
      const found = (await client.call("EVALSHA", await digest, String(keys.length), ...keys)) as (
        | string
        | null
      )[]
      for (const [nth, { token, resolve }] of batch.entries())
        resolve(unpack(token, found[2 * nth], found[2 * nth + 1]))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      inFlight.scripts--
      inFlight.lookups -= batch.length
      if (waiting.length > 0) schedule()
    }
  }
  const digest = client.call("SCRIPT", "LOAD", script) as Promise<string>

  return {
    createUser: ({ id, name, email }) => client.set(`u:${id}`, [id, name, email].join("\0")),
    createSession: ({ sessionToken, userId, expires }) =>
      client.set(`s:${sessionToken}`, `${userId}\0${expires.getTime()}`),
    linkAccount: async () => null,
    getSessionAndUser: (token) =>
      new Promise((resolve, reject) => {
        waiting.push({ token, resolve, reject })
        schedule()
      }),
  }
}

function unpack(
  sessionToken: string,
  session: string | null | undefined,
  user: string | null | undefined,
): Pair {
  if (!session || !user) return null
  const [userId, expires] = session.split("\0")
  const [id, name, email] = user.split("\0")
  return {
    session: { sessionToken, userId, expires: new Date(Number(expires)) },
    user: { id, name, email, emailVerified: null, image: null },
  }
}

type Plain = { get(key: string): Promise<string | null>; set(key: string, value: string): Promise<unknown> }

/** Two GETs of JSON, one after the other. */
export const twoGets = (client: Plain): Lookups => ({
  createUser: (user) => client.set(`u:${user.id}`, JSON.stringify(user)),
  createSession: (session) => client.set(`s:${session.sessionToken}`, JSON.stringify(session)),
  linkAccount: async () => null,
  async getSessionAndUser(token) {
    const session = JSON.parse((await client.get(`s:${token}`)) ?? "null") as NewSession | null
    const user =
      session && (JSON.parse((await client.get(`u:${session.userId}`)) ?? "null") as NewUser | null)
    return user ? { session: { ...session, expires: new Date(session.expires) }, user } : null
  },
})
