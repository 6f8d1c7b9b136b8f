import type { Introspection, ServerFault } from "../../../introspection/introspection.ts"

// The number of standbys is visible to every role, their names are not. A backup and a subscriber of logical replication
// are connected in the same way, and a failover leads to neither.
const standbys =
  "SELECT count(*) FROM pg_stat_replication sender WHERE state IS DISTINCT FROM 'backup' AND NOT EXISTS (SELECT 1 FROM pg_replication_slots WHERE active_pid = sender.pid AND slot_type = 'logical')"

const question = `SELECT pg_is_in_recovery()::text, current_setting('synchronous_commit'), current_setting('synchronous_standby_names'), current_setting('client_min_messages'), (${standbys})::text AS standbys`

/** The settings that decide what survives a failover. The role's setting overrides the server's. */
export const readReplication: NonNullable<Introspection["readReplication"]> = async (
  ask,
  { hidesCancelledWaits },
) => {
  const [row = []] = await ask(question)
  const [inRecovery, commit = "", names, messages, connected] = row.map(String)
  if (inRecovery === "true") return [standby]
  if (names === "") return Number(connected) > 0 ? [asynchronousStandbys] : []
  const waits = commit !== "local" && commit !== "off"
  const hidden = hidesCancelledWaits || messages === "error"
  return [...(waits ? [] : [localCommit(commit)]), ...(waits && hidden ? [hiddenWaits] : [])]
}

const standby: ServerFault = {
  code: "standby",
  severity: "error",
  why: "This server is a standby: writes fail as readonly, and so do lookups of sessions, because it can still have rows that were deleted. Fix: connect to the primary.",
  fix: [],
}

const asynchronousStandbys: ServerFault = {
  code: "asynchronous_standbys",
  why: "Standbys follow this server, but synchronous_standby_names is empty: a failover can undo the last changes, so that what was revoked or used is valid again. Fix: set synchronous_standby_names on every server, for example to 'ANY 1 (a, b, c)'.",
  fix: [],
}

const localCommit = (value: string): ServerFault => ({
  code: "local_commit",
  why: `synchronous_commit is ${value} for this role, so its writes do not wait for the standbys in synchronous_standby_names: a failover can undo acknowledged changes.`,
  fix: ["ALTER ROLE CURRENT_USER SET synchronous_commit = on"],
})

const hiddenWaits: ServerFault = {
  code: "hidden_cancelled_waits",
  why: "If the wait for a standby is cancelled, as by pg_cancel_backend, this client does not show it: the write looks like a success, and a failover can undo it. Fix: use pg with client_min_messages at warning or lower, or do not cancel such waits.",
  fix: [],
}
