import { all, anyOf, type Cause, isOf, isOn, ofCases, received, undone } from "./cause.ts"

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
    title: "Its tables have no unique key on the provider and the account id",
    seen: "A user who signs in with Google for the first time, several times at once, has several accounts, and later sign-ins with Google fail.",
    fits: ofCases("unique/accounts", "unique/accounts-at-once", "oauth/first-sign-in"),
  },
  {
    by: "Better Auth",
    title: "Its migrations make ids of 36 characters on MySQL, and it stores longer ones for reserved values",
    seen: "A value that may be used only once, such as a signed assertion, cannot be reserved: an error.",
    fits: all(ofCases("verification-values/reserved"), received(/ER_DATA_TOO_LONG/)),
  },
  {
    by: "Better Auth",
    title: "Its migrations make columns of the type timestamp on MySQL, which end in 1970 and 2038",
    seen: "A date before or after that causes an error.",
    fits: all(ofCases("dates/"), received(/Incorrect datetime value/)),
  },
  {
    by: "Better Auth",
    title:
      "Its migrations take the collation of the database, which ignores case, accents and spaces at the end",
    seen: "A lookup by a token, a code or an address in other capitals finds the row.",
    fits: all(isOf("kysely"), isOn("mariadb"), anyOf(ofCases("keys/"), textComparisons)),
  },
  {
    by: "adapter",
    title: "Transactions that run at once work on copies, and the last one overwrites the others",
    seen: "A link, a code or a link for a new password that is used several times at once works several times.",
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
    fits: all(isOf("memory"), ofCases("sign-ups/hook-that-reads")),
  },
  {
    by: "adapter",
    title: "Nothing is unique",
    seen: "Two users have the same address, and a limit of requests does not hold at many requests at once.",
    fits: all(
      isOf("memory"),
      anyOf(
        ofCases("unique/", "transactions/undo-after-a-refused-write", "transactions/nothing-escapes"),
        ofCases("sign-ups/one-user", "oauth/new-user", "verification-values/reserved", "rate-limits/burst"),
        ofCases("logs/"),
      ),
    ),
  },
  {
    by: "adapter",
    title: "The client writes and reads dates in the time zone of its process",
    seen: "Servers in two time zones disagree about when a session ends.",
    fits: all(isOf("kysely"), isOn("mariadb"), ofCases("dates/other-time-zones")),
  },
  {
    by: "adapter",
    title: "Errors contain values of the call",
    seen: "Addresses, session tokens or codes are in the logs when a statement fails.",
    fits: secretsInLogs,
  },
  {
    by: "adapter",
    title: "Transactions are off by default",
    seen: "A sign-up that fails half-way leaves its user behind, so that the address is taken.",
    fits: all(isOf("drizzle", "prisma"), undone),
  },
  {
    by: "adapter",
    title: "A call through the adapter inside a transaction waits for a second connection",
    seen: "A sign-up hangs if a hook reads through the adapter: one is enough on a single connection, otherwise as many as the pool has connections.",
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
    fits: all(isOf("kysely", "zenstack"), ofCases("transactions/nothing-escapes")),
  },
  {
    by: "adapter",
    title:
      "JSON whose value is a list is stored as something else, because pg takes a list for an array of PostgreSQL",
    seen: "A plugin's list comes back as an empty object.",
    fits: all(isOf("kysely"), isOn("postgres"), ofCases("values/json")),
  },
  {
    by: "adapter",
    title: "JSON and lists are stored as text without their structure",
    seen: "Data of plugins is lost.",
    fits: all(
      isOf("mortise"),
      isOn("mariadb"),
      ofCases(
        "values/json",
        "values/lists-",
        "values/empty-values-differ",
        "where/same-rows-in-",
        "objects/",
      ),
    ),
  },
  {
    by: "adapter",
    title: "Its migrations make ids of 36 characters, and Better Auth stores longer ones for reserved values",
    seen: "A value that may be used only once, such as a signed assertion, cannot be reserved: an error.",
    fits: all(isOf("mortise"), isOn("mariadb"), ofCases("verification-values/reserved")),
  },
  {
    by: "adapter",
    title: "A condition whose value is undefined matches every row",
    seen: "If a plugin passes a value that is missing, the call reads, changes or deletes the row of somebody else.",
    fits: all(ofCases("keys/objects-in-"), ({ error }) => /with undefined/.test(error?.expected ?? "")),
  },
  {
    by: "adapter",
    title: "Text that the store cannot hold is changed, without an error",
    seen: "A name with half of a surrogate pair, or on SQLite with NUL, is stored as another one.",
    fits: ofCases("values/text-with-nul"),
  },
  {
    by: "adapter",
    title: "The mode insensitive is ignored, or not everywhere",
    seen: "A search that should ignore case misses rows.",
    fits: all(
      isOf("prisma", "effect", "zenstack", "anarchitects-typeorm"),
      anyOf(
        ofCases("where/case-ignored"),
        all(ofCases("where/wildcards-are-literal-without-case", "where/same-rows-in-"), ({ error }) =>
          /insensitive|eq "a_b"/.test(error?.expected ?? ""),
        ),
      ),
    ),
  },
  {
    by: "adapter",
    title: "The characters % and _ of a search are wildcards",
    seen: "A search for an underscore finds every user.",
    fits: all(
      isOf("kysely", "drizzle", "prisma", "anarchitects-typeorm"),
      ofCases("where/wildcards-are-literal", "where/wildcards-are-literal-without-case"),
    ),
  },
  {
    by: "adapter",
    title: "contains, starts_with and ends_with ignore case on SQLite, although the mode is sensitive",
    seen: "A search finds rows in other capitals.",
    fits: all(isOn("sqlite"), ofCases("where/case-matters")),
  },
  {
    by: "adapter",
    title: "Numbers of a field with bigint are not returned as numbers, but as BigInt or text",
    seen: "Code that compares or adds such a number fails, and the fallback of incrementOne refuses it.",
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
    title: "Its lists cannot be empty of a value: null is an empty list or an error",
    seen: "A plugin with an optional list cannot clear it.",
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
    fits: all(isOf("prisma"), ofCases("consume/alternatives")),
  },
  {
    by: "adapter",
    title: "Returned rows are the stored objects themselves",
    seen: "Code that changes a row that it has read changes the database.",
    fits: all(isOf("memory"), ofCases("objects/", "increments/nothing-lost")),
  },
  {
    by: "adapter",
    title: "Conditions fail or match wrongly: mixed AND and OR, dates, and rows without a value",
    seen: "A lookup returns rows of others, or an error.",
    fits: all(isOf("memory"), ofCases("where/", "dates/compared")),
  },
]
