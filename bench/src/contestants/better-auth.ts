import { betterAuth as createAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import type { NewSession, NewUser } from "../contestant.ts"
import { cookieOfBetterAuth } from "./better-auth-cookie.ts"
import type { Entry } from "./on-server.ts"
import { poolAt } from "./postgres-ours.ts"

const secret = crypto.randomUUID() + crypto.randomUUID()
const baseURL = "http://localhost:3000"

/** better-auth has no Auth.js adapter, so its own call that finds a request's session stands in for the lookup. */
export const betterAuth: Entry = {
  name: "better-auth",
  only: ["getSessionAndUser"],
  async open(url) {
    const pool = poolAt(url)
    // A refresh would make a lookup write, and a cached cookie would skip the lookup.
    const session = { disableSessionRefresh: true, cookieCache: { enabled: false } }
    const options = { database: pool, secret, baseURL, session, logger: { disabled: true } }
    await (await getMigrations(options)).runMigrations()
    const auth = createAuth(options)
    const requests = new Map<string, Headers>()
    const adapter = {
      createUser: ({ id, name, email }: NewUser) =>
        pool.query(
          `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") VALUES ($1, $2, $3, true, now(), now())`,
          [id, name, email],
        ),
      async createSession({ sessionToken, userId, expires }: NewSession) {
        const cookie = await cookieOfBetterAuth(sessionToken, secret)
        requests.set(sessionToken, new Headers({ cookie }))
        await pool.query(
          `INSERT INTO session (id, token, "userId", "expiresAt", "createdAt", "updatedAt") VALUES ($1, $2, $3, $4, now(), now())`,
          [crypto.randomUUID(), sessionToken, userId, expires],
        )
      },
      linkAccount: async () => undefined,
      getSessionAndUser: (sessionToken: string) =>
        auth.api.getSession({ headers: requests.get(sessionToken) ?? new Headers() }),
    }
    return { adapter, close: () => pool.end() }
  },
}
