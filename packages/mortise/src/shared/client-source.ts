import type { Awaitable } from "./awaitable.ts"

/**
 * A client, or a function that returns it. The function is called at each call to the database, for clients that belong
 * to a request, as bindings in Workers do, or whose credentials arrive late.
 */
export type ClientSource<C> = C | (() => Awaitable<C>)

/** Whether a source is a function that returns a client, and not a client that is a function itself. */
export const isClientFunction = <C>(source: ClientSource<C>): source is () => Awaitable<C> =>
  typeof source === "function" && !isClass(source) && !clientMembers.some((name) => name in source)

/** What to say about a function that throws. */
export const lateClientMessage = (factory: string): string =>
  `The function that was passed to ${factory} threw instead of returning a client: check that what it needs is there when a call is made.`

// Members of clients that are functions: `unsafe` of postgres.js and Bun.sql, `raw` of Knex, `query` of Neon.
const clientMembers = ["unsafe", "raw", "query"]

const isClass = (source: object): boolean =>
  Object.getOwnPropertyDescriptor(source, "prototype")?.writable === false
