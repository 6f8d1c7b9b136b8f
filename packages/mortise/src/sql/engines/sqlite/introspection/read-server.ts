import type { Introspection, ServerFault } from "../../../introspection/introspection.ts"

/** The clock, and the settings that decide whether the file survives a crash. Both belong to the connection. */
export const readServer: Introspection["readServer"] = async (ask) => {
  const [row = []] = await ask(
    "SELECT (SELECT synchronous FROM pragma_synchronous), (SELECT journal_mode FROM pragma_journal_mode), (julianday('now') - 2440587.5) * 86400000",
  )
  const [synchronous, journal, now] = row
  const faults = [
    Number(synchronous) === 0 && unsynchronized,
    // A database in memory has no file to lose.
    String(journal).toLowerCase() === "off" && withoutJournal,
  ]
  return { now: Number(now), faults: faults.filter((fault) => fault !== false) }
}

const unsynchronized: ServerFault = {
  code: "not_durable",
  why: "synchronous is off on this connection: a power loss can destroy the file.",
  fix: ["PRAGMA synchronous = FULL"],
}

const withoutJournal: ServerFault = {
  code: "not_durable",
  why: "journal_mode is off on this connection: a crash of the process can destroy the file.",
  fix: ["PRAGMA journal_mode = WAL"],
}
