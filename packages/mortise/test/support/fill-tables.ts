import type { ModelName } from "../../src/index.ts"

/** How an engine writes the parts of an `INSERT … SELECT` that makes rows from the numbers 1 to `rows`. */
export type FillParts = {
  quote(column: string): string
  /** A text followed by a number. */
  text(prefix: string, number: string): string
  /** A time some milliseconds ago. */
  ago(milliseconds: string): string
  /** The numbers from 1 to `rows`, as the column `n`. */
  numbers(rows: number): string
}

// Multiplied by an odd number modulo 2^32, numbers stay different and are in no order, like real tokens.
const spread = "(n * 2654435761) % 4294967296"
const day = 86_400_000

/** Each model's table, and its required columns. All accounts are of one provider, and tokens of a hundred addresses. */
const tables = ({ text, ago }: FillParts) => {
  const owner = text("user-", "n")
  const expires = ago(`${spread} % ${day}`)
  return {
    user: ["users", { id: owner, email: text("user-", "n") }],
    account: [
      "accounts",
      { userId: owner, type: "'oidc'", provider: "'example'", providerAccountId: text("", spread) },
    ],
    session: ["sessions", { sessionToken: text("session-", spread), userId: owner, expires }],
    verificationToken: [
      "verification_tokens",
      { identifier: text("address-", "n % 100"), token: text("", spread), expires },
    ],
    authenticator: [
      "authenticators",
      {
        credentialID: text("passkey-", spread),
        userId: owner,
        providerAccountId: text("passkey-", spread),
        credentialPublicKey: "'key'",
        counter: "0",
        credentialDeviceType: "'singleDevice'",
        credentialBackedUp: "1 = 1",
      },
    ],
    slot: ["slots", { key: text("slot-", spread), count: "0", expires }],
  } satisfies Record<ModelName, readonly [string, Readonly<Record<string, string>>]>
}

/**
 * Statements that fill every table with a number of rows, of a tenant if the tables have tenants; those that can expire
 * expired within the last day.
 */
export const fillTables = (parts: FillParts, rows: number, tenant?: string): string[] =>
  Object.values(tables(parts)).map(([table, values]) =>
    fillTable(parts, table, { ...(tenant && { tenant: `'${tenant}'` }), ...values }, rows),
  )

/** A statement that fills a table with a number of rows; each column has an expression of `n`. */
export function fillTable(
  parts: FillParts,
  table: string,
  values: Readonly<Record<string, string>>,
  rows: number,
): string {
  const columns = Object.keys(values).map(parts.quote).join(", ")
  return `INSERT INTO ${table} (${columns}) SELECT ${Object.values(values).join(", ")} FROM ${parts.numbers(rows)}`
}

export const postgresParts: FillParts = {
  quote: (column) => `"${column}"`,
  text: (prefix, number) => `'${prefix}' || (${number})`,
  ago: (milliseconds) => `now() - (${milliseconds}) * interval '1 millisecond'`,
  numbers: (rows) => `generate_series(1::bigint, ${rows}) n`,
}

export const mariadbParts: FillParts = {
  quote: (column) => `\`${column}\``,
  text: (prefix, number) => `concat('${prefix}', ${number})`,
  ago: (milliseconds) => `utc_timestamp(3) - interval (${milliseconds}) * 1000 microsecond`,
  numbers: (rows) => `(SELECT CAST(seq AS SIGNED) n FROM seq_1_to_${rows}) numbers`,
}

export const sqliteParts: FillParts = {
  quote: (column) => `"${column}"`,
  text: (prefix, number) => `'${prefix}' || (${number})`,
  ago: (milliseconds) => `unixepoch() * 1000 - (${milliseconds})`,
  numbers: (rows) =>
    `(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows}) SELECT n FROM numbers)`,
}
