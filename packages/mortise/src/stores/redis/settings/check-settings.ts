import type { StoreManifest } from "../../../contract/manifest.ts"
import type { ServerFinding } from "../../../contract/server-finding.ts"
import { withRetry } from "../../../operations/retry.ts"
import { mortise } from "../../../shared/mortise-command.ts"
import type { RedisConnection } from "../connection/connection.ts"
import { redisError } from "../connection/redis-errors.ts"
import { clusterFindings } from "./cluster.ts"
import { type NodeSettings, readNodeSettings } from "./node-settings.ts"
import { persistenceFindings } from "./persistence.ts"
import { replicationFindings } from "./replication.ts"

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

const fullShare = 0.9

/** What happens when the memory of the server is full. */
function memoryFindings({ info }: NodeSettings): readonly ServerFinding[] {
  const policy = info.get("maxmemory_policy")
  const [limit, used] = [Number(info.get("maxmemory")), Number(info.get("used_memory"))]
  return [
    ...(policy !== undefined && policy !== "noeviction" ? [eviction(policy)] : []),
    ...(limit === 0 ? [noLimit] : []),
    ...(limit > 0 && used > limit * fullShare ? [littleMemory(used / limit)] : []),
  ]
}

const eviction = (policy: string): ServerFinding => ({
  code: "evicted_keys",
  severity: "error",
  why: `maxmemory-policy is ${policy}: when its memory is full, Redis deletes users and sessions, so the adapter refuses every call.`,
  fix: ["CONFIG SET maxmemory-policy noeviction", "CONFIG REWRITE"],
})

const noLimit: ServerFinding = {
  code: "no_memory_limit",
  severity: "warning",
  why: "maxmemory is 0: when the memory of the machine is full, the operating system can end Redis, instead of Redis refusing changes. Fix: set maxmemory to about three quarters of the memory, with CONFIG SET maxmemory and CONFIG REWRITE.",
}

const littleMemory = (share: number): ServerFinding => ({
  code: "little_memory",
  severity: "warning",
  why: `Redis uses ${Math.round(share * 100)} % of maxmemory: when it is full, every change fails as unavailable. Fix: run ${mortise} sweep, or raise maxmemory.`,
})

/** The settings that guarantees depend on and that the server does not show. */
function unknownSettings({ info, config }: NodeSettings, isCluster: boolean): readonly ServerFinding[] {
  const appendsChanges = info.get("aof_enabled")
  const unknown = [
    ...(appendsChanges === undefined ? ["appendonly"] : []),
    ...(appendsChanges === "0" ? ["save"] : []),
    ...(appendsChanges === "1" ? ["appendfsync"] : []),
    ...(info.get("connected_slaves") === "0" ? [] : ["min-replicas-to-write"]),
    ...(isCluster ? ["cluster-require-full-coverage"] : []),
  ].filter((name) => !config.has(name))
  if (!info.has("maxmemory_policy")) unknown.push("maxmemory-policy")
  return unknown.length === 0 ? [] : [unknownFinding(unknown)]
}

const unknownFinding = (names: readonly string[]): ServerFinding => ({
  code: "unknown_settings",
  severity: "warning",
  why: `Unknown, because Redis does not show them to this user: ${names.join(", ")}. What a restart or a failover loses depends on them. To check them, allow the command (ACL SETUSER <user> +config|get) and check again, run CONFIG GET as an administrator, or see the settings of the hosting service.`,
})
