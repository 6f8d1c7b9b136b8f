import { MortiseError } from "../contract/errors.ts"
import { type Call, deadlineError } from "../operations/deadline.ts"
import type { Awaitable } from "../shared/awaitable.ts"
import { type ClientSource, isClientFunction, lateClientMessage } from "../shared/client-source.ts"
import type { Driver } from "./driver.ts"
import { safeCause } from "./errors/safe-cause.ts"
import { forwardDriver } from "./forward-driver.ts"
import type { ClientKind, SqlClient } from "./sql-client.ts"

/** Describes a client, or the clients that a function returns. */
export function describeSource<C extends object>(kind: ClientKind<C>, source: ClientSource<C>): SqlClient {
  if (!isClientFunction(source)) return kind.describe(kind.getDriver(source), source)
  const driver = lateDriver(kind.shape.factory, async () => kind.getDriver(await source()))
  // Two calls may have different clients, and in Workers no request may wait for the answer of another one.
  return { ...kind.describe(driver), batchLookups: undefined, isolatesCalls: true }
}

/** A driver that asks for the client's driver at each call, and keeps nothing. */
export function lateDriver(factory: string, find: () => Promise<Driver>): Driver {
  const open = () => findClient(factory, find)
  const send = async <T>(work: (driver: Driver) => Awaitable<T>, call: Call | undefined): Promise<T> => {
    const driver = await open()
    if (call?.isOver) throw deadlineError()
    if (!driver.tracksCalls) call?.track({ isSent: () => true, discard: () => {} })
    return work(driver)
  }
  return {
    ...forwardDriver(open),
    tracksCalls: true,
    run: (statement, values, call) => send((driver) => driver.run(statement, values, call), call),
    batch: (steps, call) => send((driver) => driver.batch(steps, call), call),
  }
}

/** Finds a client, or says that the function threw. */
export const findClient = <T>(factory: string, find: () => Promise<T>): Promise<T> =>
  find().catch((error) => {
    throw error instanceof MortiseError ? error : clientError(factory, error)
  })

const clientError = (factory: string, error: unknown): MortiseError =>
  new MortiseError("unavailable", lateClientMessage(factory), { cause: safeCause(error) })
