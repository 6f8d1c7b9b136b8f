import { type FillParts, fillTable } from "./fill-tables.ts"

const minute = 60_000
const day = 1440 * minute

// In no order, like real times.
const spread = "(n * 2654435761) % 4294967296"

/** Each table of Better Auth's core, and its required columns. The last rows expire first. */
function tablesOf({ text, ago }: FillParts, rows: number) {
  const times = { createdAt: ago(`${spread} % ${day}`), updatedAt: ago("0") }
  const [userId, expiresAt] = [text("user-", "n"), ago(`(n - ${rows}) * ${minute}`)]
  return {
    user: {
      id: userId,
      name: text("name-", "n"),
      email: text("email-", "n"),
      emailVerified: "1 = 1",
      ...times,
    },
    session: { id: text("session-", "n"), token: text("token-", "n"), userId, expiresAt, ...times },
    account: {
      ...{ id: text("account-", "n"), accountId: userId, providerId: "'credential'", userId },
      ...times,
    },
    verification: {
      ...{ id: text("verification-", "n"), identifier: text("identifier-", "n"), value: "'value'" },
      ...{ expiresAt, ...times },
    },
    rateLimit: { id: text("limit-", "n"), key: text("key-", "n"), count: "1", lastRequest: "n" },
  } satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Statements that fill every table of Better Auth's core. Row `n` of each expires in `rows - n` minutes, if it can. */
export const fillAuthTables = (parts: FillParts, rows: number): string[] =>
  Object.entries(tablesOf(parts, rows)).map(([table, values]) =>
    fillTable(parts, parts.quote(table), values, rows),
  )
