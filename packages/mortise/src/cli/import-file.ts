import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs"
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

/** More are counted and not listed, so that a large import needs little memory. */
const mostProblems = 1000

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
    onProblem(problem) {
      if (problems.length < mostProblems) problems.push(problem)
    },
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

/** The new ids of users. Each one is in the file before the rows of its user are written. */
function idsOf(file: string) {
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  // The last line is incomplete if the program was killed while it was written.
  const complete = text.slice(0, text.lastIndexOf("\n") + 1)
  if (complete !== text) truncateSync(file, Buffer.byteLength(complete))
  return {
    known: new Map(complete.split("\n").slice(0, -1).map(parsePair)),
    add(from: string, to: string): void {
      appendFileSync(file, `${JSON.stringify([from, to])}\n`, { mode: ownerOnly })
    },
  }
}

function parsePair(line: string): [string, string] {
  try {
    return JSON.parse(line)
  } catch {
    throw fileError("The file with the new ids, which ends in .ids, is damaged: delete it")
  }
}
