import type { ServerFinding } from "../../../contract/server-finding.ts"
import type { NodeSettings } from "./node-settings.ts"

/** The settings that guarantees depend on and that the server does not show. */
export function unknownSettings(
  { info, config }: NodeSettings,
  isCluster: boolean,
): readonly ServerFinding[] {
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
