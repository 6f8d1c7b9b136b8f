import { MortiseError } from "../../contract/errors.ts"
import type { RedisConnection } from "./connection.ts"

/** Refuses a server on which rows could disappear or a script could not see all keys. */
export async function checkServer(connection: RedisConnection): Promise<void> {
  for (const info of await connection.info()) checkInfo(String(info), connection.isCluster)
}

function checkInfo(info: string, isCluster: boolean): void {
  const settings = new Map(
    info.split(/\r?\n/).map((line): [string, string | undefined] => {
      const [name = "", value] = line.split(":")
      return [name, value]
    }),
  )
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
