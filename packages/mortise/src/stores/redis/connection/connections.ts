/**
 * The layers between a client and a store, in this order:
 *
 * 1. observedDriver, with `onCommand`: reports each command.
 * 2. timedConnection, with `timeoutSeconds`: ends a call at its deadline.
 * 3. reliableConnection: checks the server, translates errors and retries.
 * 4. replicatedConnection, with `durability`: waits for a replica.
 *
 * Without `timeoutSeconds`, all calls share one connection. With it, each call has a connection of its own, on the same
 * client.
 */
import { runWithin, type TimedCall, toTimeoutMs } from "../../../operations/deadline.ts"
import type { RetryOptions } from "../../../operations/retry.ts"
import { perClient } from "../../../shared/per-client.ts"
import { serverCheck } from "./check-server.ts"
import type { RedisConnection, RedisDriver } from "./connection.ts"
import {
  type OnCommand,
  observedDriver,
  reliableConnection,
  replicatedConnection,
} from "./connection-layers.ts"
import { timedConnection } from "./timed-connection.ts"

type ConnectionOptions = {
  readonly timeoutSeconds?: number | undefined
  readonly durability?: "replicated" | undefined
  readonly onCommand?: OnCommand | undefined
}

/** Runs a call within its deadline. `isRead` and `onSend` belong to the connection that `connect` returns. */
export type RunTimed = <T>(
  work: (call: TimedCall, connect: () => RedisConnection) => Promise<T>,
  isRead: boolean,
  onSend?: () => void,
) => Promise<T>

export type Connections = {
  /** For calls without a deadline. */
  readonly connection: RedisConnection
  /** Whether no call may wait for the answer to another one. */
  readonly isolatesCalls: boolean
  /** Absent without `timeoutSeconds`. */
  readonly within: RunTimed | undefined
  /** Runs reads on a connection that refuses no server, within the deadline if there is one. */
  readonly inspect: <T>(read: (connection: RedisConnection) => Promise<T>) => Promise<T>
}

// Some applications make an adapter for every request. The adapters of a client share connections, and so batch lookups.
const getCache = perClient((_driver: RedisDriver) => new Map<string, Connections>())

/** The connections of a client with these options. With `onCommand`, they belong to one adapter. */
export function getConnections(driver: RedisDriver, options: ConnectionOptions): Connections {
  const timeoutMs = toTimeoutMs(options.timeoutSeconds)
  if (options.onCommand) return createConnections(driver, options, timeoutMs)
  const ofDriver = getCache(driver)
  const name = `${timeoutMs} ${options.durability}`
  const connections = ofDriver.get(name) ?? createConnections(driver, options, timeoutMs)
  ofDriver.set(name, connections)
  return connections
}

function createConnections(
  baseDriver: RedisDriver,
  options: ConnectionOptions,
  timeoutMs: number | undefined,
): Connections {
  const driver = options.onCommand ? observedDriver(baseDriver, options.onCommand) : baseDriver
  const check = serverCheck(baseDriver)
  const addLayers = (connection: RedisConnection, retries?: RetryOptions): RedisConnection => {
    const reliable = reliableConnection(connection, check, retries)
    return options.durability ? replicatedConnection(reliable) : reliable
  }
  return {
    connection: addLayers(driver.connection()),
    isolatesCalls: driver.isolatesCalls === true,
    within:
      timeoutMs === undefined
        ? undefined
        : async (work, isRead, onSend) =>
            runWithin(timeoutMs, (call) =>
              work(call, () => addLayers(timedConnection(driver, call, { isRead, onSend }), call)),
            ),
    inspect: async (read) =>
      timeoutMs === undefined
        ? read(baseDriver.connection())
        : runWithin(timeoutMs, (call) => read(timedConnection(baseDriver, call, { isRead: true }))),
  }
}
