import { MortiseError } from "../../../contract/errors.ts"
import { throwInvalid } from "../../../contract/throw-invalid.ts"
import { type ClientSource, isClientFunction, lateClientMessage } from "../../../shared/client-source.ts"
import { showCause } from "../../../shared/console.ts"
import type { RedisConnection, RedisDriver } from "./connection.ts"

/** The driver of a client, or of the clients that a function returns. */
export function createSourceDriver<C>(
  factory: string,
  getDriver: (client: C) => RedisDriver,
  source: ClientSource<C>,
): RedisDriver {
  if (!isClientFunction(source)) return getDriver(source)
  const find = async (): Promise<RedisDriver> => {
    const client = await Promise.resolve()
      .then(source)
      .catch((error) => throwUnavailable(factory, error))
    const driver = getDriver(client)
    // The store must know in advance which protocol it uses.
    if (driver.isCluster)
      throwInvalid(`A function cannot return a Cluster: pass the client to ${factory} itself.`)
    return driver
  }
  return lateDriver(find)
}

/** A driver that asks for the client's driver at each command, and keeps nothing. */
function lateDriver(find: () => Promise<RedisDriver>): RedisDriver {
  const connection: RedisDriver["connection"] = (sending) => {
    const send = async <T>(use: (connection: RedisConnection) => Promise<T>): Promise<T> =>
      use((await find()).connection(sending))
    return {
      evaluate: (...command) => send((connection) => connection.evaluate(...command)),
      read: (...command) => send((connection) => connection.read(...command)),
      write: (...command) => send((connection) => connection.write(...command)),
      awaitReplica: (key) => send((connection) => connection.awaitReplica(key)),
      primaries: () => send((connection) => connection.primaries()),
      isCluster: false,
    }
  }
  return { connection, isCluster: false, isolatesCalls: true }
}

function throwUnavailable(factory: string, error: unknown): never {
  if (error instanceof MortiseError) throw error
  showCause(error)
  throw new MortiseError("unavailable", lateClientMessage(factory), {
    cause: new Error(String(Object(error).name)),
  })
}
