import type { ServerFinding } from "../../../contract/server-finding.ts"
import type { NodeSettings } from "./node-settings.ts"

/** What a primary's replicas must confirm. */
export type ReplicationNeeds = {
  /** Whether a change is confirmed by a replica: the option `durability`. */
  readonly confirmsChanges: boolean
  readonly isCluster: boolean
}

/** What a failover loses. Without replicas, a single server has no failover. */
export function replicationFindings(
  { info, config }: NodeSettings,
  { confirmsChanges, isCluster }: ReplicationNeeds,
): readonly ServerFinding[] {
  if (info.get("role") === "slave") return [replica]
  const connected = Number(info.get("connected_slaves") ?? 0)
  const demanded = Number(config.get("min-replicas-to-write") ?? 0)
  if (connected < demanded) return [refusedChanges(connected, demanded)]
  if (connected === 0 && confirmsChanges) return [unconfirmedChanges]
  if (connected === 0) return isCluster ? [lonePrimary] : []
  return [
    ...(confirmsChanges ? [] : [asynchronousReplicas(connected)]),
    ...(config.get("min-replicas-to-write") === "0" ? [splitPrimary] : []),
  ]
}

const replica: ServerFinding = {
  code: "standby",
  severity: "error",
  why: "This server is a replica: changes fail as readonly, and a lookup can return a session that was revoked. Fix: connect to the primary, or through Sentinel.",
}

const refusedChanges = (connected: number, demanded: number): ServerFinding => ({
  code: "missing_standbys",
  severity: "error",
  why: `Connected replicas: ${connected}. min-replicas-to-write is ${demanded}, so Redis refuses every change, and the calls fail as unavailable. Fix: start the replicas.`,
})

const unconfirmedChanges: ServerFinding = {
  code: "missing_standbys",
  severity: "error",
  why: 'The adapter has durability: "replicated", and no replica is connected: every change takes a second longer and fails as indeterminate. Fix: start a replica, or remove the option.',
}

const lonePrimary: ServerFinding = {
  code: "missing_standbys",
  severity: "warning",
  why: "No replica follows this primary: if it fails, calls on its part of the keys fail until it is back. Fix: add a replica, with redis-cli --cluster add-node --cluster-slave.",
}

const asynchronousReplicas = (connected: number): ServerFinding => ({
  code: "asynchronous_standbys",
  severity: "warning",
  why: `Connected replicas: ${connected}. A change is confirmed before they have it: a failover can undo the last changes, so that a revoked session or a used token is valid again. Fix: create the adapter with durability: "replicated"; a loss is then unlikely, but not impossible.`,
})

const splitPrimary: ServerFinding = {
  code: "split_primary",
  severity: "warning",
  why: "min-replicas-to-write is 0: a primary that has lost its replicas continues to accept changes, and a failover to one of them loses these changes.",
  fix: ["CONFIG SET min-replicas-to-write 1", "CONFIG SET min-replicas-max-lag 10", "CONFIG REWRITE"],
}
