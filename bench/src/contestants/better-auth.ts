import { betterAuth as createAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import type { NewSession, NewUser } from "../contestant.ts"
import type { Entry } from "./on-server.ts"
import { poolAt } from "./postgres-ours.ts"

const secret = crypto.randomUUID() + crypto.randomUUID()
const baseURL = "http://localhost:3000"

/** The request of a browser with this session: the token and its signature in a cookie. */
async function headersOf(sessionToken: string): Promise<Headers> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"])
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, bytes(sessionToken))).toString("base64")
  return new Headers({
    cookie: `better-auth.session_token=${encodeURIComponent(`${sessionToken}.${signature}`)}`,
  })
}

/** Not an adapter of Auth.js: its own call that finds the session of a request stands for the lookup. */
export const betterAuth: Entry = {
  name: "better-auth",
  only: ["getSessionAndUser"],
  async open(url) {
    const pool = poolAt(url)
    // A refresh would write in a lookup, and a cached cookie would not look anything up.
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
        requests.set(sessionToken, await headersOf(sessionToken))
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
