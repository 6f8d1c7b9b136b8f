import type { Introspection, ServerFault } from "../../../introspection/introspection.ts"
import { clusterSettings, clusterSettingsText } from "../cluster-settings.ts"

/** The Galera settings that decide whether reads are current. */
export const readReplication: NonNullable<Introspection["readReplication"]> = async (ask) => {
  const [row = []] = await ask("SELECT VERSION()")
  if (!/mariadb/i.test(String(row[0]))) return []
  const { isCluster, allowsDirtyReads, syncWait } = clusterSettings(await ask(clusterSettingsText))
  if (!isCluster) return []
  const waitsForAll = (syncWait & 7) === 7
  return [...(waitsForAll ? [] : [staleReads(syncWait)]), ...(allowsDirtyReads ? [dirtyReads] : [])]
}

const staleReads = (value: number): ServerFault => ({
  code: "stale_reads",
  why: `wsrep_sync_wait is ${value}: if clients use several nodes, a row that was deleted is returned for a moment, and a deletion right after an insert can miss the row. Set it to 7 in the configuration of every node, or connect all clients to one node.`,
  fix: ["SET GLOBAL wsrep_sync_wait = 7"],
})

const dirtyReads: ServerFault = {
  code: "dirty_reads",
  severity: "error",
  why: "wsrep_dirty_reads is on: a node without its cluster returns rows that were deleted elsewhere, so the adapter refuses every call.",
  fix: ["SET GLOBAL wsrep_dirty_reads = OFF"],
}
