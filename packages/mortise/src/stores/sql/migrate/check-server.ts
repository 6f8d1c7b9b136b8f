import { MortiseError } from "../../../contract/errors.ts"
import type { ServerFinding } from "../../../contract/server-finding.ts"
import { statementMode } from "../../../shared/connection-failures.ts"
import { mortise } from "../../../shared/mortise-command.ts"
import type { ServerFault } from "../../../sql/introspection/introspection.ts"
import { statement } from "../../../sql/statement.ts"
import { countExpired } from "./count-expired.ts"
import { type Migration, openMigration } from "./migration.ts"

const maxSkewMs = 2000
const dayMs = 24 * 60 * 60 * 1000

/**
 * Checks the durability and the clock of the server, the client's options, the mode of a pooler, and whether expired rows
 * are removed. Changes nothing.
 */
export async function checkServer(adapter: object): Promise<ServerFinding[]> {
  const migration = await openMigration(adapter, "checkServer")
  const { faults, skewMs } = await readState(migration.introspection, migration.ask)
  return [
    ...faults.map(toFinding),
    ...hazardFindings(migration),
    ...(await poolerFindings(migration)),
    ...(Math.abs(skewMs) > maxSkewMs ? [skewFinding(skewMs)] : []),
    ...(await expiredFindings(adapter)),
  ]
}

/** Reads the settings of a cluster that guarantees depend on. */
export async function checkReplication({ introspection, ask, client }: Migration): Promise<ServerFinding[]> {
  return ((await introspection.readReplication?.(ask, client)) ?? []).map(toFinding)
}

const toFinding = ({ code, severity = "warning", why, fix }: ServerFault): ServerFinding => ({
  code,
  severity,
  why,
  ...(fix.length > 0 && { fix }),
})

/** Compares the clocks in the middle of the round trip, so the error is at most half of it. */
async function readState({ readServer }: Migration["introspection"], ask: Migration["ask"]) {
  await readServer(ask)
  const before = Date.now()
  const { now, faults } = await readServer(ask)
  const halfTrip = (Date.now() - before) / 2
  const difference = now - (before + halfTrip)
  return { faults, skewMs: Math.sign(difference) * Math.max(0, Math.abs(difference) - halfTrip) }
}

const hazardFindings = ({ hazard }: Migration): ServerFinding[] =>
  hazard === undefined ? [] : [{ code: "client_option", severity: "warning", why: hazard }]

/** A pooler shows its mode only by what it refuses. */
async function poolerFindings({ dialect, apply }: Migration): Promise<ServerFinding[]> {
  if (dialect.family !== "postgres") return []
  try {
    await apply([[statement("SELECT 1"), []]])
    return []
  } catch (error) {
    if (error instanceof MortiseError && error.message.includes(statementMode)) return [statementPooling]
    throw error
  }
}

const statementPooling: ServerFinding = {
  code: "statement_pooling",
  severity: "warning",
  why: "The pooler is in statement mode, which allows no transactions: migrate fails, and so do your own transactions and those of Better Auth. Fix: set its pool_mode to transaction, or connect to the database directly.",
}

const skewFinding = (skewMs: number): ServerFinding => ({
  code: "clock_skew",
  severity: "warning",
  why: `The clock of the database is ${Math.round(Math.abs(skewMs) / 1000)} seconds ${skewMs > 0 ? "ahead of" : "behind"} the clock of this process: where the clocks of processes differ, sessions and tokens expire too early or too late. Fix: synchronize both clocks, for example with NTP.`,
})

/** A row that expired more than a day ago shows that no process sweeps. */
async function expiredFindings(adapter: object): Promise<ServerFinding[]> {
  const counts = await countExpired(adapter, new Date(Date.now() - dayMs))
  return Object.entries(counts)
    .filter(([, rows]) => rows > 0)
    .map(([model, rows]) => ({
      code: "expired_rows",
      severity: "warning",
      rows,
      why: `Rows of ${model} that expired more than a day ago: ${rows}. No process removes them, so the table only grows. Fix: run ${mortise} sweep, and schedule it.`,
    }))
}
