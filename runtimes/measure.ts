import type { Place } from "./clients/client.ts"
import type { Row } from "./registry.ts"
import { type Cell, hasRun, isGreen, type RuntimeName } from "./results.ts"
import { runCell } from "./run-cell.ts"

/** Runs the suite with a client in a runtime. */
export async function measure(row: Row, runtime: RuntimeName, version: string, place: Place): Promise<Cell> {
  const outcome = await runCell(runtime, { client: row.module ?? row.name, place, isSql: row.isSql })
  if ("passed" in outcome) return { runtime: version, ...outcome }
  const error = withoutPaths(outcome.unopened)
  const reason = reasonOf(row, runtime) ?? ""
  return { runtime: version, reason, ...(reason === row.only?.because ? {} : { error }) }
}

function reasonOf({ only, not }: Row, runtime: RuntimeName): string | undefined {
  return only && !only.runtimes.includes(runtime) ? only.because : not?.[runtime]
}

/** What is wrong with a cell, if anything: a failed case, or a difference to the registry. */
export function problemOf(row: Row, runtime: RuntimeName, cell: Cell): string | undefined {
  const reason = reasonOf(row, runtime)
  if (!hasRun(cell))
    return reason === undefined
      ? `the client cannot be opened: ${cell.error} If that is how it is, add the reason to \`not\` in runtimes/registry.ts.`
      : undefined
  if (reason !== undefined) return `the client works: remove this reason from runtimes/registry.ts: ${reason}`
  return isGreen(cell) ? undefined : cell.failed.join("\n  ")
}

/** A cell in one line. */
export const shown = (cell: Cell): string =>
  hasRun(cell)
    ? `${cell.passed} passed, ${cell.failed.length} failed, ${Object.keys(cell.skipped).length} skipped`
    : `— ${cell.reason} ${cell.error ?? ""}`

/** An error may name files of this machine. */
const withoutPaths = (error: string): string =>
  error.replaceAll(/(?:file:\/\/|(?<![\w:/.]))\/(?:[^\s'"/]+\/)+/g, "").slice(0, 300)
