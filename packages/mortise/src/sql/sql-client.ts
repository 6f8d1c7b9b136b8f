import { throwInvalid } from "../contract/throw-invalid.ts"
import type { BatchLookups } from "./batching/batch-lookups.ts"
import type { Driver } from "./driver.ts"
import type { WithEngine } from "./engine.ts"

/** A client of a SQL database, as its driver describes it. */
export type SqlClient = WithEngine & {
  /** The name of the factory, for errors about its options. */
  readonly factory: string
  /** The names of options that only this factory has. */
  readonly ownOptionNames?: readonly string[]
  readonly driver: Driver
  /** What a client and its transactions have in common: the server is asked once for all of them. Default: the driver. */
  readonly owner?: object
  /** What the data survives: the end of the process, a power loss, or even the loss of the primary. */
  readonly durability: "process" | "power" | "replicated"
  /** What the client's own options put at risk, and which option avoids it: for `onWarning` and `doctor`. */
  readonly hazard?: string | undefined
  /** What happens to a write if a PostgreSQL server stops waiting for its standbys: the client reports or hides it. */
  readonly cancelledReplicationWaits?: () => "reported" | "hidden" | undefined
  /** The changes that take more than one round trip. */
  readonly roundTrips?: RoundTrips
  /** Batches concurrent lookups: worth it when each statement is a round trip. Workers do not bundle it. */
  readonly batchLookups?: BatchLookups | undefined
  /** Whether reads can go to replicas. Default: on engines with a server. */
  readonly hasReplicas?: boolean
  /** Whether no call may wait for the answer to another one, as in Workers. */
  readonly isolatesCalls?: boolean
}

/**
 * The round trips of several inserts, of an update and of a deletion that return the row, and of a deletion with the
 * rows that refer to the row.
 */
export type RoundTrips = {
  readonly insert?: number
  readonly update?: number
  readonly take?: number
  readonly cascade?: number
}

/** One kind of client: how it is recognized, and how it is described. */
export type ClientKind<C extends object> = {
  readonly shape: ClientShape
  /** The driver of a client. Throws `invalid` for anything else. */
  getDriver(client: C): Driver
  /** Describes the driver of a client, which is unknown if it comes late. */
  describe(driver: Driver, client?: C): SqlClient
}

/**
 * Defines a kind of client. `open` gets a client that has the shape, or the one that is picked for it if there are
 * several. Each client has one driver, which all of its adapters share.
 */
export function defineClient<C extends object>(
  shape: ClientShape,
  open: (client: C) => Driver,
  describe: (factory: string, driver: Driver, client?: C) => SqlClient,
  pickShape: (client: C) => ClientShape = () => shape,
): ClientKind<C> {
  // Without a call here, bundlers leave out the kinds that are not used.
  const drivers = new WeakMap<C, Driver>()
  return {
    shape,
    getDriver(client) {
      const existing = drivers.get(client)
      if (existing) return existing
      checkClient(client, pickShape(client))
      const driver = open(client)
      drivers.set(client, driver)
      return driver
    },
    describe: (driver, client) => describe(shape.factory, driver, client),
  }
}

/** How a factory recognizes its client. */
export type ClientShape = {
  readonly factory: string
  /** What to pass, as the middle of a sentence. */
  readonly takes: string
  /** Members that every such client has. */
  readonly has: readonly string[]
  /** Members that only clients of other packages have. */
  readonly lacks?: readonly string[]
}

/** Throws `invalid` for anything but the factory's client; the message says what to pass. */
export function checkClient(client: unknown, { factory, takes, has, lacks = [] }: ClientShape): void {
  const problem = problemWith(client, has, lacks)
  if (problem) throwInvalid(`${factory} takes ${takes}. It received ${problem}.`)
}

/** Whether a client looks like the one that a factory takes. */
export const fitsShape = (client: unknown, { has, lacks = [] }: ClientShape): boolean =>
  problemWith(client, has, lacks) === undefined

function problemWith(client: unknown, has: readonly string[], lacks: readonly string[]): string | undefined {
  if (client === null || client === undefined) return "nothing"
  if (typeof client !== "object" && typeof client !== "function") return `a ${typeof client}`
  if (client instanceof Promise) return "a promise: await it first"
  const missing = has.find((name) => !(name in client))
  if (missing) return `an object without \`${missing}\``
  const foreign = lacks.find((name) => name in client)
  return foreign && `a client of another package: it has \`${foreign}\``
}
