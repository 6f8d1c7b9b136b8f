import { MortiseError } from "../../contract/errors.ts"
import type { RedisConnection } from "./connection.ts"

/** Refuses a server on which rows could disappear or a script could not see all keys. */
export async function checkServer(connection: RedisConnection): Promise<void> {
  const settings = new Map(
    String(await connection.read("INFO"))
      .split(/\r?\n/)
      .map((line): [string, string | undefined] => {
        const [name = "", value] = line.split(":")
        return [name, value]
      }),
  )
  if (settings.get("cluster_enabled") === "1")
    throw unsuitable(
      "This Redis server is a node of a Cluster, which this store does not support yet: connect to a single server or through Sentinel.",
    )
  const policy = settings.get("maxmemory_policy")
  if (policy !== undefined && policy !== "noeviction")
    throw unsuitable(
      `Redis evicts keys when its memory is full (maxmemory-policy ${policy}), so users and sessions would disappear: set it to noeviction.`,
    )
}

const unsuitable = (message: string): MortiseError => new MortiseError("unavailable", message)
