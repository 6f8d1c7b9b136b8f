import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs"
import type { ImportProblem, ImportReport, RowCounts } from "../transfer/index.ts"
import { checkFile, fileError, linesOf, ownerOnly } from "./export-file.ts"
import type { OpenStore } from "./open-store.ts"
import type { Progress } from "./progress.ts"
import { letSignalArrive } from "./stop-signal.ts"

type ReadOptions = {
  readonly dropUndeclared: boolean
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** Imports a file after it was checked. */
export async function readImport(
  { adapter, manifest }: OpenStore,
  file: string,
  { dropUndeclared, signal, progress }: ReadOptions,
): Promise<ImportReport & { readonly problems: readonly ImportProblem[] }> {
  const position = await checkFile(file)
  if (!position) throw fileError("The file is not an export: mortise export writes one")
  if (!position.isComplete) throw fileError("The export is incomplete or damaged: export again")
  const { importRows } = await import("../transfer/index.ts")
  const ids = manifest.ids === "given" ? undefined : idsOf(`${file}.ids`)
  const problems: ImportProblem[] = []
  const expected = total(position.rows)
  const report = await importRows(adapter, linesOf(file), {
    signal,
    dropUndeclared,
    ...(ids && { ids: ids.known, onId: ids.add }),
    onProblem: (problem) => void problems.push(problem),
    onPage({ rows }) {
      progress(() => `${totalOf(rows)} of ${expected} rows.`)
      return letSignalArrive()
    },
  })
  if (report.isComplete && totalOf(report.rows) !== expected)
    throw fileError("Not every row was read: run the command again")
  return { ...report, problems: problems.sort((one, other) => one.line - other.line) }
}

const total = (rows: RowCounts): number => Object.values(rows).reduce((sum, count) => sum + count, 0)

const totalOf = (rows: ImportReport["rows"]): number =>
  Object.values(rows).reduce((sum, counts) => sum + total(counts as RowCounts), 0)

/** The new ids of users. Each one is on the disk before the rows of its user are written. */
function idsOf(file: string) {
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  // A line that was being written when the program was killed is left out.
  const lines = text.split("\n").slice(0, -1)
  const known = new Map(lines.map((line): [string, string] => JSON.parse(line)))
  return {
    known,
    add(from: string, to: string): void {
      appendFileSync(file, `${JSON.stringify([from, to])}\n`, { mode: ownerOnly })
      chmodSync(file, ownerOnly)
    },
  }
}
