import type { Introspection, ServerFault } from "../../../introspection/introspection.ts"

/** The clock, and the settings that decide whether a committed change survives a power loss. */
export const readServer: Introspection["readServer"] = async (ask) => {
  const [row = []] = await ask(
    "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit, @@GLOBAL.innodb_doublewrite, UNIX_TIMESTAMP(SYSDATE(3)) * 1000",
  )
  const [flush, doublewrite, now] = row.map(String)
  const faults = [flush !== "1" && createFlushFault(flush), isOff(doublewrite) && withoutDoublewrite]
  return { now: Number(now), faults: faults.filter((fault) => fault !== false) }
}

const createFlushFault = (value: string | undefined): ServerFault => ({
  code: "not_durable",
  why: `innodb_flush_log_at_trx_commit is ${value}: a power loss can undo the last second of changes, so that what was revoked or used is valid again.`,
  fix: ["SET GLOBAL innodb_flush_log_at_trx_commit = 1"],
})

const isOff = (value: string | undefined): boolean => value === "0" || value?.toUpperCase() === "OFF"

// The server reads this setting only when it starts.
const withoutDoublewrite: ServerFault = {
  code: "not_durable",
  why: "innodb_doublewrite is off: a power loss can destroy pages of a table. Set it in the configuration of the server and restart the server.",
  fix: [],
}
