import type { BetterAuthOptions } from "better-auth"
import type { AuthDatabase } from "../../better-auth/schema/auth-databases.ts"

/** Options that declare a field to show, and one to hide. */
export const peopleFields: BetterAuthOptions = {
  user: {
    additionalFields: {
      nickname: { type: "string", required: false },
      pin: { type: "string", required: false, returned: false },
    },
  },
}

/** What no answer of the studio may contain. */
export const secretsOfAuth = [
  "session-canary",
  "access-canary",
  "refresh-canary",
  "id-canary",
  "password-canary",
  "identifier-canary",
  "value-canary",
  "pin-canary",
]

const time = "'2026-01-01T00:00:00.000Z'"
const later = "'2098-01-01T00:00:00.000Z'"

/** Ada and others, in a table with `peopleFields`. */
export async function createAuthUsers({ run }: Pick<AuthDatabase, "run">): Promise<void> {
  const people = ["ada", "bob", "zoe-0", "zoe-1", "zoe-2"]
  for (const id of people)
    await run(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt, nickname, pin)
      VALUES ('${id}', '${id === "ada" ? "Ada" : "Somebody"}', '${id}@example.com', ${id === "ada" ? 1 : 0},
        ${time}, ${time}, 'countess', 'pin-canary')`)
}

/** Ada with rows of each kind, and others. */
export async function createAuthPeople({ run }: Pick<AuthDatabase, "run">): Promise<void> {
  await createAuthUsers({ run })
  await run(`INSERT INTO account (id, userId, providerId, accountId, accessToken, refreshToken, idToken, password,
      scope, createdAt, updatedAt)
    VALUES ('account-1', 'ada', 'google', 'subject', 'access-canary', 'refresh-canary', 'id-canary',
      'password-canary', 'openid', ${time}, ${time})`)
  for (let nth = 0; nth < 53; nth++)
    await run(`INSERT INTO session (id, userId, token, expiresAt, userAgent, createdAt, updatedAt)
      VALUES ('session-${String(nth).padStart(2, "0")}', 'ada', 'session-canary-${nth}',
        ${nth === 52 ? time : later}, 'Firefox', ${time}, ${time})`)
  await run(`INSERT INTO verification (id, identifier, value, expiresAt, createdAt, updatedAt)
    VALUES ('verification-1', 'identifier-canary', 'value-canary', ${later}, ${time}, ${time})`)
}
