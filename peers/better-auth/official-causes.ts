import { all, anyOf, expected, isOf, isOn, ofCases, received } from "../fits.ts"
import { type Cause, undone } from "./cause.ts"

const textComparisons = ofCases(
  "where/texts-compared",
  "where/lists",
  "where/case-matters",
  "where/case-ignored",
)
const secretsInLogs = ofCases("errors/values-of-", "outages/values-in-errors", "logs/")

/** Causes that official adapters have, some of them with others. */
export const officialCauses: readonly Cause[] = [
  {
    by: "Better Auth",
    title: "Better Auth's tables have no unique key on the provider and the account id",
    seen: "A user who signs in with Google for the first time, several times at once, has several accounts, and later sign-ins with Google fail.",
    where:
      "`getAuthTables` in `core/src/db/get-tables.ts`. `findAccountOwnerByKey` and `findAccountByKey` in `better-auth/src/db/internal-adapter.ts` refuse several accounts",
    needsRaces: true,
    fits: ofCases("unique/accounts", "unique/accounts-at-once", "oauth/first-sign-in"),
  },
  {
    by: "Better Auth",
    title:
      "Better Auth's migrations make ids of 36 characters on MySQL, and Better Auth stores longer ones for reserved values",
    seen: "A value that may be used only once, such as a signed assertion, cannot be reserved: an error.",
    where:
      "`getType` in `better-auth/src/db/get-migration.ts`, and `reserveVerificationValue` in `internal-adapter.ts`, whose ids have 43 characters",
    fits: all(ofCases("verification-values/reserved"), received(/ER_DATA_TOO_LONG/)),
  },
  {
    by: "Better Auth",
    title: "Better Auth's migrations make columns of the type timestamp on MySQL, which end in 1970 and 2038",
    seen: "A date before or after that causes an error.",
    where: "`getType` in `better-auth/src/db/get-migration.ts`: `timestamp(3)`",
    fits: all(ofCases("dates/"), received(/Incorrect datetime value/)),
  },
  {
    by: "Better Auth",
    title:
      "Better Auth's migrations take the collation of the database, which ignores case, accents and spaces at the end",
    seen: "A lookup by a token, a code or an address in other capitals finds the row.",
    where: "`getType` in `better-auth/src/db/get-migration.ts` names no collation",
    fits: all(isOf("kysely"), isOn("mariadb"), anyOf(ofCases("keys/"), textComparisons)),
  },
  {
    by: "adapter",
    title: "Transactions that run at once work on copies, and the last one overwrites the others",
    seen: "A link, a code or a link for a new password that is used several times at once works several times.",
    where:
      "`mergeTransactionInto` in `memory-adapter/src/memory-adapter.ts`, whose comment says that it is not made for production",
    needsRaces: true,
    fits: all(
      isOf("memory"),
      ofCases(
        "consume/in-transactions",
        "transactions/increments-in-many",
        "magic-links/",
        "email-codes/",
        "password-resets/",
      ),
    ),
  },
  {
    by: "adapter",
    title: "A call through the adapter inside a transaction does not see the rows of the transaction",
    seen: "A hook of a sign-up does not find the new user.",
    where:
      "`transaction` in `memory-adapter/src/memory-adapter.ts`, and in `src/adapter.ts` of better-auth-effect, gives the callback another adapter; the first one does not see its rows",
    fits: all(isOf("memory", "effect"), ofCases("sign-ups/hook-that-reads"), received(/^0$/)),
  },
  {
    by: "adapter",
    title: "Nothing is unique",
    seen: "Two users have the same address, and a limit of requests does not hold at many requests at once.",
    where: "`create` in `memory-adapter/src/memory-adapter.ts` adds every row",
    needsRaces: true,
    fits: all(
      isOf("memory"),
      anyOf(
        ofCases("unique/", "transactions/undo-after-a-refused-write", "transactions/nothing-escapes"),
        ofCases("sign-ups/one-user", "oauth/new-user", "verification-values/reserved", "rate-limits/"),
        ofCases("logs/"),
      ),
    ),
  },
  {
    by: "adapter",
    title: "The client writes and reads dates in the time zone of its process",
    seen: "Servers in two time zones disagree about when a session ends.",
    where:
      "the default time zone of mysql2, `local`, which `createKyselyAdapter` in `kysely-adapter/src/dialect.ts` leaves as it is",
    fits: all(isOf("kysely"), isOn("mariadb"), ofCases("dates/other-time-zones")),
  },
  {
    by: "adapter",
    title: "Errors contain values of the call",
    seen: "Addresses, session tokens or codes are in the logs when a statement fails.",
    where:
      "errors of the driver or ORM reach Better Auth's logger as they are: `createAdapterFactory` in `core/src/db/adapter/factory.ts` has no handler, nor have the adapters",
    fits: secretsInLogs,
  },
  {
    by: "adapter",
    title: "Transactions are off by default",
    seen: "A sign-up that fails half-way leaves its user behind, so that the address is taken.",
    where:
      "`config.transaction ?? false` in `drizzle-adapter/src/drizzle-adapter.ts` and `prisma-adapter/src/prisma-adapter.ts`; `createAsIsTransaction` in `core/src/db/adapter/factory.ts` then runs the callback without one",
    fits: all(isOf("drizzle", "prisma"), undone),
  },
  {
    by: "adapter",
    title: "A call through the adapter inside a transaction waits for a second connection",
    seen: "A sign-up hangs if a hook reads through the adapter: one is enough on a single connection, otherwise as many as the pool has connections.",
    where:
      "the adapter's `transaction` gives the callback another adapter, and the methods of the first one take a connection of their own. Better Auth's own calls use `getCurrentAdapter` in `core/src/context/transaction.ts`; a hook that uses `context.adapter` does not",
    needsRaces: true,
    fits: ofCases(
      "transactions/calls-through-the-adapter-return",
      "transactions/many-with-calls-through-the-adapter",
      "sign-ups/hook-that-reads",
    ),
  },
  {
    by: "adapter",
    title:
      "If one of several writes at once in a transaction is refused, another can be stored after the rollback",
    seen: "A sign-up that fails leaves some of its rows.",
    where:
      "`transaction().execute` of Kysely rolls back while a statement still waits for the connection, and then runs it",
    needsRaces: true,
    fits: all(isOf("kysely", "zenstack"), ofCases("transactions/nothing-escapes")),
  },
  {
    by: "adapter",
    title:
      "JSON whose value is a list is stored as something else, because pg takes a list for an array of PostgreSQL",
    seen: "A plugin's list comes back as an empty object.",
    where:
      '`supportsJSON: config?.type === "postgres"` in `kysely-adapter/src/kysely-adapter.ts`: the value reaches `pg` as a list',
    fits: all(isOf("kysely"), isOn("postgres"), ofCases("values/json")),
  },
  {
    by: "adapter",
    title: "findMany cannot sort by a field that is not selected",
    seen: "A sorted list of some fields fails with an error, or is not sorted.",
    where:
      "`findMany` in `kysely-adapter/src/kysely-adapter.ts` and `memory-adapter/src/memory-adapter.ts` sorts rows that have only the selected fields",
    fits: all(
      isOf("kysely", "memory"),
      ofCases("lists/sorted"),
      anyOf(received(/column/i), expected(/a field that is not selected/)),
    ),
  },
  {
    by: "adapter",
    title: "A condition whose value is undefined matches every row",
    seen: "If a plugin passes a value that is missing, the call reads, changes or deletes another user's row.",
    where:
      "`buildSingleCondition` of `convertWhereClause` in `prisma-adapter/src/prisma-adapter.ts`, `convertWhereClause` in `src/adapter.ts` of ZenStack, and `transformWhereOp` in `src/transform-where.ts` of Remult: their clients ignore a filter that is undefined",
    fits: all(ofCases("keys/objects-in-"), ({ error }) => /with undefined/.test(error?.expected ?? "")),
  },
  {
    by: "adapter",
    title: "Text that the store cannot hold is changed, without an error",
    seen: "A name with half of a surrogate pair, or on SQLite with NUL, is stored as another one.",
    where:
      "the clients encode half of a surrogate pair as U+FFFD, and libSQL ends a text at NUL; no adapter checks it",
    fits: ofCases("values/text-with-nul"),
  },
  {
    by: "adapter",
    title: "The mode insensitive is ignored, or not everywhere",
    seen: "A search that should ignore case misses rows.",
    where:
      "`convertWhereClause` in `prisma-adapter/src/prisma-adapter.ts` uses the mode only on PostgreSQL and MongoDB, and there not to update a row; `toWhereConditions` of better-auth-effect, `convertWhereClause` of ZenStack and the query builder of the TypeORM adapter do not read it",
    fits: all(
      isOf("prisma", "effect", "zenstack", "anarchitects-typeorm"),
      anyOf(
        ofCases("where/case-ignored"),
        all(ofCases("where/same-rows-in-"), ({ error }) => /insensitive/.test(error?.expected ?? "")),
        all(ofCases("where/wildcards-are-literal-without-case"), received(/^\[\]$/)),
      ),
    ),
  },
  {
    by: "adapter",
    title: "The characters % and _ of a search are wildcards",
    seen: "A search for an underscore finds every user.",
    where:
      "`convertWhereClause` of each adapter does not escape the value that it puts into a `LIKE`; neither does Prisma's client",
    fits: all(
      isOf("kysely", "drizzle", "prisma", "anarchitects-typeorm"),
      ofCases("where/wildcards-are-literal", "where/wildcards-are-literal-without-case"),
    ),
  },
  {
    by: "adapter",
    title: "contains, starts_with and ends_with ignore case on SQLite, although the mode is sensitive",
    seen: "A search finds rows in other capitals.",
    where: "`convertWhereClause` uses `LIKE`, which ignores the case of ASCII letters on SQLite",
    fits: all(isOn("sqlite"), ofCases("where/case-matters")),
  },
  {
    by: "adapter",
    title: "Numbers of a field with bigint are not returned as numbers, but as BigInt or text",
    seen: "Code that compares or adds such a number fails, and the fallback of incrementOne refuses it.",
    where:
      "`pg` returns int8 as text and Prisma as BigInt; `transformOutput` in `core/src/db/adapter/factory.ts` does not convert them",
    fits: anyOf(
      received(/must return finite numeric counter values/),
      all(
        ofCases("increments/", "values/large-numbers", "values/empty-values-differ"),
        received(/^(large: )?-?("\d+"|\d+n)$/),
      ),
    ),
  },
  {
    by: "adapter",
    title: "Optional lists cannot be null: null becomes an empty list, or an error",
    seen: "A plugin with an optional list cannot clear it.",
    where:
      "lists of Prisma and ZenStack cannot be null; the schemas that `createSchema` generates declare optional lists as plain lists",
    fits: all(
      isOf("prisma", "zenstack"),
      isOn("postgres"),
      ofCases("writes/fields-that-are-left-out", "writes/values-set-to-null"),
    ),
  },
  {
    by: "adapter",
    title: "consumeOne finds nothing if its condition has alternatives of ids",
    seen: "A value that exists is not found.",
    where:
      "`convertWhereClause` in `prisma-adapter/src/prisma-adapter.ts`, which looks only at the first condition on `id` if a row is deleted",
    fits: all(isOf("prisma"), ofCases("consume/alternatives")),
  },
  {
    by: "adapter",
    title: "Returned rows are the stored objects themselves",
    seen: "Code that changes a row that it has read changes the database.",
    where:
      "`create` and `convertWhereClause` in `memory-adapter/src/memory-adapter.ts` return the rows themselves",
    fits: all(isOf("memory"), ofCases("objects/", "increments/nothing-lost")),
  },
  {
    by: "adapter",
    title: "Conditions fail or match wrongly: mixed AND and OR, dates, and rows without a value",
    seen: "A lookup returns rows of others, or an error.",
    where:
      "`evalClause` in `memory-adapter/src/memory-adapter.ts`: conditions are combined from left to right, dates are compared as objects, and a missing value has no `startsWith`",
    fits: all(isOf("memory"), ofCases("where/", "dates/compared")),
  },
]
