import type { ServerFinding } from "../../../contract/server-finding.ts"
import type { NodeSettings } from "./node-settings.ts"

const slotCount = 16_384

/** Whether a Cluster serves all keys, and whether a node answers without the others. */
export function clusterFindings(
  { info, config }: NodeSettings,
  isCluster: boolean,
): readonly ServerFinding[] {
  if (!isCluster) return info.get("cluster_enabled") === "1" ? [nodeOfCluster] : []
  const served = Number(info.get("cluster_slots_ok"))
  const stopsWithoutAll = config.get("cluster-require-full-coverage") !== "no"
  return [
    ...(info.get("cluster_state") === "fail" ? [down] : []),
    ...(served < slotCount ? [reportUncovered(slotCount - served, stopsWithoutAll)] : []),
    ...(config.get("cluster-allow-reads-when-down") === "yes" ? [readsWhenDown] : []),
  ]
}

const nodeOfCluster: ServerFinding = {
  code: "cluster_node",
  severity: "error",
  why: "This server is a node of a Cluster, and the client does not know the others, so the adapter refuses every call. Fix: pass a client of the Cluster.",
}

const down: ServerFinding = {
  code: "cluster_down",
  severity: "error",
  why: "cluster_state is fail: the Cluster refuses every call until its nodes agree again. Fix: start the nodes that are gone, then compare CLUSTER NODES on each.",
}

const reportUncovered = (count: number, stopsWithoutAll: boolean): ServerFinding => ({
  code: "uncovered_slots",
  severity: "error",
  why: `No primary serves ${count} of the 16384 slots. cluster-require-full-coverage is ${stopsWithoutAll ? "yes, so every call fails" : "no, so calls on the keys of these slots fail, and the others work"}. Fix: start the nodes that are gone; for slots that no node has, run redis-cli --cluster fix.`,
})

const readsWhenDown: ServerFinding = {
  code: "stale_reads",
  severity: "warning",
  why: "cluster-allow-reads-when-down is yes: a node that has lost the majority returns sessions that were revoked elsewhere.",
  fix: ["CONFIG SET cluster-allow-reads-when-down no", "CONFIG REWRITE"],
}
