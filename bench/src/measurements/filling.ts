import { createHash } from "node:crypto"
import type { Population } from "../contestant.ts"

// A digest spreads tokens over the table like real ones; padding gives them the same length.
const token = "md5('s' || n) || md5('t' || n)"

/** A number of users with a session and an account each, in our tables. */
export const fillPostgres = (rows: number): string[] => [
  `INSERT INTO users (id, name, email) SELECT 'user-' || n, 'Ada Lovelace', 'user-' || n || '@example.com' FROM generate_series(1, ${rows}) n`,
  `INSERT INTO sessions ("sessionToken", "userId", expires) SELECT ${token}, 'user-' || n, now() + interval '1 day' FROM generate_series(1, ${rows}) n`,
  `INSERT INTO accounts ("userId", type, provider, "providerAccountId") SELECT 'user-' || n, 'oidc', 'example', 'account-' || n FROM generate_series(1, ${rows}) n`,
  "VACUUM ANALYZE",
]

/** The same in the tables that @auth/pg-adapter documents; their ids are numbers. */
export const fillPgAdapter = (rows: number): string[] => [
  `INSERT INTO users (name, email) SELECT 'Ada Lovelace', 'user-' || n || '@example.com' FROM generate_series(1, ${rows}) n`,
  `INSERT INTO sessions ("sessionToken", "userId", expires) SELECT ${token}, n, now() + interval '1 day' FROM generate_series(1, ${rows}) n`,
  `INSERT INTO accounts ("userId", type, provider, "providerAccountId") SELECT n, 'oidc', 'example', 'account-' || n FROM generate_series(1, ${rows}) n`,
  "VACUUM ANALYZE",
]

export const fillMariadb = (rows: number): string[] => [
  `INSERT INTO users (id, name, email) SELECT concat('user-', seq), 'Ada Lovelace', concat('user-', seq, '@example.com') FROM seq_1_to_${rows}`,
  `INSERT INTO sessions (sessionToken, userId, expires) SELECT concat(md5(concat('s', seq)), md5(concat('t', seq))), concat('user-', seq), utc_timestamp(3) + interval 1 day FROM seq_1_to_${rows}`,
  `INSERT INTO accounts (userId, type, provider, providerAccountId) SELECT concat('user-', seq), 'oidc', 'example', concat('account-', seq) FROM seq_1_to_${rows}`,
  "ANALYZE TABLE users, sessions, accounts",
]

const digest = (text: string): string => createHash("md5").update(text).digest("hex")

/** One of those users, with the session and the account. */
export function personOf(n: number, id = `user-${n}`) {
  return {
    user: { id, name: "Ada Lovelace", email: `user-${n}@example.com`, emailVerified: null, image: null },
    session: {
      sessionToken: digest(`s${n}`) + digest(`t${n}`),
      userId: id,
      expires: new Date(Date.now() + 86_400_000),
    },
    account: { userId: id, type: "oidc" as const, provider: "example", providerAccountId: `account-${n}` },
  }
}

/** Some of those rows, evenly spread. `numbered`: whether the ids are numbers. */
export function sampleOf(rows: number, numbered = false): Population {
  const people = Array.from({ length: 500 }, () => {
    const n = 1 + Math.floor(Math.random() * rows)
    return personOf(n, numbered ? String(n) : undefined)
  })
  return {
    users: people.map(({ user }) => user),
    sessions: people.map(({ session }) => session),
    accounts: people.map(({ account }) => ({ ...account, access_token: "" })),
  }
}
