import type { Chapter } from "../clauses/clause.ts"

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
  ],
}
