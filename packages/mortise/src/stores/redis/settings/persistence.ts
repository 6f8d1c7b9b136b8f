import type { ServerFinding } from "../../../contract/server-finding.ts"
import type { NodeSettings } from "./node-settings.ts"

const undone = "so that a deleted user is back, and a revoked session or a used token is valid again"
const appendOnly = ["CONFIG SET appendonly yes", "CONFIG REWRITE"]

/** What a restart or a crash of the server loses. */
export function persistenceFindings({ info, config }: NodeSettings): ServerFinding[] {
  return [...lossFindings(info.get("aof_enabled"), config), ...failureFindings(info)]
}

function lossFindings(
  appendsChanges: string | undefined,
  config: NodeSettings["config"],
): readonly ServerFinding[] {
  const [save, flush] = [config.get("save"), config.get("appendfsync")]
  if (appendsChanges === "0" && save === "") return [nothingStored]
  if (appendsChanges === "0" && save !== undefined) return [snapshotsOnly(save)]
  if (appendsChanges === "1" && flush !== undefined && flush !== "always") return [lateFlush(flush)]
  return []
}

const nothingStored: ServerFinding = {
  code: "no_persistence",
  severity: "error",
  why: "appendonly is no and save is empty: a restart of Redis loses all its rows.",
  fix: appendOnly,
}

const snapshotsOnly = (save: string): ServerFinding => ({
  code: "not_durable",
  severity: "warning",
  why: `appendonly is no, and snapshots are written at times only (save ${save}): a crash of Redis undoes all changes since the last snapshot, ${undone}.`,
  fix: appendOnly,
})

const lateFlush = (value: string): ServerFinding => ({
  code: "not_durable",
  severity: "warning",
  why: `appendfsync is ${value}: a power loss undoes the changes of the last ${value === "everysec" ? "second or two" : "half minute"}, ${undone}. With always, each change waits for the disk.`,
  fix: ["CONFIG SET appendfsync always", "CONFIG REWRITE"],
})

function failureFindings(info: NodeSettings["info"]): readonly ServerFinding[] {
  const failed = ["aof_last_write_status", "aof_last_bgrewrite_status", "rdb_last_bgsave_status"].filter(
    (name) => info.get(name) === "err",
  )
  return failed.map((name) => ({
    code: "failed_persistence",
    severity: "error",
    why: `${name} is err: Redis could not write to its disk, may refuse changes, and loses them in a restart. Fix: free space on the disk, check the permissions of its folder, and read the log of Redis.`,
  }))
}
