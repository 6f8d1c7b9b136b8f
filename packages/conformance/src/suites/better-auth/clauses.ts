import type { Chapter } from "../../engine/clause.ts"

/**
 * Every requirement on adapters of Better Auth that the cases prove.
 *
 * @example
 * ```ts
 * import { betterAuthCases, betterAuthClauses } from "@mortise/conformance/better-auth"
 *
 * for (const { id, says } of betterAuthClauses.clauses)
 *   console.log(id, says, betterAuthCases.filter(({ clause }) => clause === id).length)
 * ```
 */
export const betterAuthClauses: Chapter = {
  title: "Better Auth",
  about: "What Better Auth and its plugins rely on.",
  clauses: [
    { id: "BA-consume", says: "consumeOne deletes one row and returns it to one caller." },
    {
      id: "BA-increment",
      says: "incrementOne changes one row, only while its condition holds, and loses nothing.",
    },
    { id: "BA-counts", says: "updateMany, deleteMany and count return true counts." },
    {
      id: "BA-writes",
      says: "create, update and delete change what they are asked to change, and nothing else.",
    },
    { id: "BA-unique", says: "A unique field has each value once, whatever the number of callers." },
    { id: "BA-transactions", says: "A transaction is committed as a whole, or leaves nothing." },
    { id: "BA-dates", says: "Dates are exact to the millisecond, in every time zone." },
    { id: "BA-values", says: "Values of every type are returned as they were stored." },
    { id: "BA-where", says: "A condition selects the same rows for every method and on every database." },
    { id: "BA-keys", says: "Keys are compared exactly, and nothing but a value is a key." },
    { id: "BA-lists", says: "findMany respects limits, offsets, the order and the selected fields." },
    { id: "BA-joins", says: "Joined rows are those of the row, up to their limit." },
    { id: "BA-errors", says: "A failure is an error, and errors contain no values." },
    { id: "BA-objects", says: "Results and arguments are copied: they share no objects with the store." },
    { id: "BA-fresh", says: "Every read sees the last write, of any adapter and any process." },
    { id: "BA-races", says: "Concurrent calls lose no write and get their own answers." },
    { id: "BA-links", says: "A mailed link signs in its own user once." },
    { id: "BA-codes", says: "A mailed code signs in once, and few guesses are compared." },
    { id: "BA-oauth", says: "An account of a provider belongs to one user and is linked once." },
    {
      id: "BA-passwords",
      says: "A sign-up makes one user or leaves nothing, and a link for a new password is used once.",
    },
    {
      id: "BA-sessions",
      says: "A session that was ended does not work again, and every other one is listed.",
    },
    { id: "BA-users", says: "A deleted user leaves no rows, and others keep theirs." },
    { id: "BA-organizations", says: "An invitation makes one member." },
    { id: "BA-limits", says: "As many requests pass as the limit allows." },
    { id: "BA-api-keys", says: "An API key works as often as its limits allow." },
    { id: "BA-single-use", says: "A value that is used once is used by one caller." },
    { id: "BA-logs", says: "Logs contain no addresses, tokens or links." },
    { id: "BA-storage", says: "A secondary storage returns each text under its own key, as it was stored." },
    {
      id: "BA-lifetimes",
      says: "A stored text has the lifetime of its last write, and a count that of its first.",
    },
    {
      id: "BA-storage-races",
      says: "Concurrent calls of a secondary storage lose no write and get their own answers.",
    },
  ],
}
