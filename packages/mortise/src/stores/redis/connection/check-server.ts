/**
 * The check of a client's servers: before the first command, and again later, because settings can change while a client
 * is open. The first call after a minute, or after an error, starts the next check and does not wait for it. If that check
 * refuses the server, later calls are refused, and each of them checks again.
 */
import { MortiseError } from "../../../contract/errors.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection, RedisDriver } from "./connection.ts"

/** The checks of a client's servers. All calls share them, so no call's deadline ends them. */
export type ServerCheck = {
  /** Resolves if a command may be sent; undefined if that is known. */
  ready(): Promise<void> | undefined
  /** Called when a command has failed, so that the next call checks again. */
  suspect(): void
}

const checkedForMs = 60_000

export const serverCheck = perClient((driver: RedisDriver): ServerCheck => {
  let accepted: Promise<void> | undefined
  let isAccepted = false
  let isChecking = false
  let dueAt = 0

  /** Returns the refusal of a server. Throws if a server cannot be asked. */
  const check = async (): Promise<MortiseError | undefined> => {
    isChecking = true
    dueAt = performance.now() + checkedForMs
    try {
      return await findRefusal(driver.connection())
    } finally {
      isChecking = false
    }
  }
  const first = async (): Promise<void> => {
    const refusal = await check()
    if (refusal) throw refusal
    isAccepted = true
  }
  const again = async (): Promise<void> => {
    if (!(await check())) return
    isAccepted = false
    accepted = undefined
  }
  const suspect = () => {
    dueAt = 0
  }

  // Only an answer is shared, not the wait for it.
  const checkAlone = async (): Promise<void> => {
    if (performance.now() < dueAt) return
    const refusal = await findRefusal(driver.connection())
    if (refusal) throw refusal
    dueAt = performance.now() + checkedForMs
  }
  if (driver.isolatesCalls) return { ready: checkAlone, suspect }

  return {
    ready() {
      accepted ??= first().catch((error) => {
        accepted = undefined
        throw error
      })
      if (!isChecking && performance.now() >= dueAt) again().catch(suspect)
      return isAccepted ? undefined : accepted
    },
    suspect,
  }
})

/** The refusal of servers on which rows could disappear or a script could not see all keys. */
async function findRefusal(connection: RedisConnection): Promise<MortiseError | undefined> {
  const primaries = await connection.primaries()
  const replies = await Promise.all(primaries.map((ask) => ask("INFO")))
  const refusals = replies.map((reply) => refusalIn(parseInfo(reply), connection.isCluster))
  return refusals.find((refusal) => refusal !== undefined)
}

function refusalIn(settings: ReadonlyMap<string, string>, isCluster: boolean): MortiseError | undefined {
  if (settings.get("cluster_enabled") === "1" && !isCluster)
    return unsuitable(
      "This Redis server is a node of a Cluster, and this client does not know the others: pass a client of the Cluster.",
    )
  const policy = settings.get("maxmemory_policy")
  if (policy !== undefined && policy !== "noeviction")
    return unsuitable(
      `Redis evicts keys when its memory is full (maxmemory-policy ${policy}), so users and sessions would disappear: set it to noeviction.`,
    )
  return undefined
}

const unsuitable = (message: string): MortiseError => new MortiseError("unavailable", message)

/** The fields of a reply of INFO or CLUSTER INFO. */
export const parseInfo = (reply: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(reply)
      .split(/\r?\n/)
      .filter((line) => line.includes(":"))
      .map((line): [string, string] => {
        const colon = line.indexOf(":")
        return [line.slice(0, colon), line.slice(colon + 1)]
      }),
  )
