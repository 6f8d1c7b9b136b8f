import { MortiseError } from "../../contract/errors.ts"
import { perClient } from "../../shared/per-client.ts"
import type { RedisConnection, RedisDriver } from "./connection.ts"
import { parseInfo } from "./parse-info.ts"

/**
 * The check of a client's server before its first command. All calls share it, so it has no deadline of a call. If it
 * fails, the next call checks again.
 */
export const serverCheck = perClient((driver: RedisDriver) => {
  let checked: Promise<void> | undefined
  return (): Promise<void> =>
    (checked ??= checkServer(driver.connection()).catch((error) => {
      checked = undefined
      throw error
    }))
})

/** Refuses a server on which rows could disappear or a script could not see all keys. */
async function checkServer(connection: RedisConnection): Promise<void> {
  const primaries = await connection.primaries()
  const replies = await Promise.all(primaries.map((ask) => ask("INFO")))
  for (const reply of replies) checkInfo(parseInfo(reply), connection.isCluster)
}

function checkInfo(settings: ReadonlyMap<string, string>, isCluster: boolean): void {
  if (settings.get("cluster_enabled") === "1" && !isCluster)
    throw unsuitable(
      "This Redis server is a node of a Cluster, and this client does not know the others: pass a client of the Cluster.",
    )
  const policy = settings.get("maxmemory_policy")
  if (policy !== undefined && policy !== "noeviction")
    throw unsuitable(
      `Redis evicts keys when its memory is full (maxmemory-policy ${policy}), so users and sessions would disappear: set it to noeviction.`,
    )
}

const unsuitable = (message: string): MortiseError => new MortiseError("unavailable", message)
