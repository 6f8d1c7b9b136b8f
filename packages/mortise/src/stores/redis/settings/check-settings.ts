import type { StoreManifest } from "../../../contract/manifest.ts"
import type { ServerFinding } from "../../../contract/server-finding.ts"
import { withRetry } from "../../../operations/retry.ts"
import type { RedisConnection } from "../connection/connection.ts"
import { redisError } from "../connection/redis-errors.ts"
import { clusterFindings } from "./cluster.ts"
import { memoryFindings } from "./memory.ts"
import { type NodeSettings, readNodeSettings } from "./node-settings.ts"
import { persistenceFindings } from "./persistence.ts"
import { replicationFindings } from "./replication.ts"
import { unknownSettings } from "./unknown-settings.ts"

/** What the settings of the primaries mean. */
export type CheckedSettings = {
  readonly findings: readonly ServerFinding[]
  /** What the data on the primary with the weakest settings survives; undefined if that is not known. */
  readonly durability: "none" | "process" | "power" | undefined
}

/** Reads the settings of every primary. The connection must be one that refuses no server. */
export async function checkSettings(
  connection: RedisConnection,
  confirmsChanges: boolean,
): Promise<CheckedSettings> {
  const { isCluster } = connection
  const read = async () =>
    Promise.all((await connection.primaries()).map((ask) => readNodeSettings(ask, isCluster)))
  const nodes = await withRetry(
    read,
    (settings) => settings,
    (error) => redisError(error, true),
  )
  const findingsByNode = nodes.map((node) => [
    ...clusterFindings(node, isCluster),
    ...memoryFindings(node),
    ...persistenceFindings(node),
    ...replicationFindings(node, { confirmsChanges, isCluster }),
    ...unknownSettings(node, isCluster),
  ])
  return {
    findings: isCluster ? mergeFindings(findingsByNode) : findingsByNode.flat(),
    durability: weakest(nodes),
  }
}

/** Each finding once, with the number of the primaries that it is about. */
function mergeFindings(findingsByNode: readonly (readonly ServerFinding[])[]): readonly ServerFinding[] {
  const all = findingsByNode.flat()
  return all
    .filter((finding, index) => all.findIndex(({ why }) => why === finding.why) === index)
    .map((finding) => {
      const count = all.filter(({ why }) => why === finding.why).length
      const rest = finding.fix ? " Fix it on every node." : ""
      return { ...finding, why: `On ${count} of ${findingsByNode.length} primaries: ${finding.why}${rest}` }
    })
}

function weakest(nodes: readonly NodeSettings[]): CheckedSettings["durability"] {
  const levels = nodes.map(readDurability)
  if (levels.includes(undefined)) return undefined
  return (["none", "process", "power"] as const).find((level) => levels.includes(level))
}

/** When the server's process ends, the last snapshot lacks the latest changes. */
function readDurability({
  info,
  config,
}: NodeSettings): Exclude<StoreManifest["durability"], "replicated"> | undefined {
  const appendsChanges = info.get("aof_enabled")
  if (appendsChanges === undefined) return undefined
  if (appendsChanges === "0") return "none"
  return config.get("appendfsync") === "always" ? "power" : "process"
}
