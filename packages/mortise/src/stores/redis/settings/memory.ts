import type { ServerFinding } from "../../../contract/server-finding.ts"
import { mortise } from "../../../shared/mortise-command.ts"
import type { NodeSettings } from "./node-settings.ts"

const fullShare = 0.9

/** What happens when the memory of the server is full. */
export function memoryFindings({ info }: NodeSettings): readonly ServerFinding[] {
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
