import { mortise } from "../../shared/mortise-command.ts"
import type { ImportProblem, ImportReport, RowCounts } from "../../transfer/index.ts"
import type { Progress } from "../terminal/output.ts"
import { letSignalArrive } from "../terminal/stop-signal.ts"
import { checkFile, readLines } from "./export-file.ts"
import { fileError } from "./own-file.ts"
import type { TransferRows } from "./transfer-rows.ts"

type ReadOptions = {
  readonly dropUndeclared: boolean
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** Further problems are counted and not listed, so that a large import needs little memory. */
const mostProblems = 1000

/** What happened to a file's rows. */
export type FileReport = ImportReport & {
  readonly problems: readonly ImportProblem[]
  /** How many users of the target are not in the file; absent if the import was stopped. */
  readonly otherUsers?: number
}

/** Checks a file, then imports it. */
export async function readImport(
  target: TransferRows,
  file: string,
  { dropUndeclared, signal, progress }: ReadOptions,
): Promise<FileReport> {
  const position = await checkFile(file, progress)
  if (!position) throw fileError(`The file is not an export: ${mortise} export writes one`)
  if (!position.isComplete) throw fileError("The export is incomplete or damaged: export again")
  if (position.header.host !== target.host) throw fileError(otherHosts[target.host ?? "authjs"])
  const ids = await target.openIds?.(`${file}.ids`)
  const problems: ImportProblem[] = []
  const expected = total(position.rows)
  const report = await target
    .importRows(() => readLines(file, progress), {
      signal,
      dropUndeclared,
      ...(ids && { ids: ids.known, onId: ids.add }),
      onProblem(problem) {
        if (problems.length < mostProblems) problems.push(problem)
      },
      onPage({ rows }) {
        progress(() => `${countRows(rows)} of ${expected} rows.`)
        return letSignalArrive()
      },
    })
    .finally(() => ids?.close())
  if (report.isComplete && countRows(report.rows) !== expected)
    throw fileError("Not every row was read: run the command again")
  return {
    ...report,
    problems: problems.sort((left, right) => left.line - right.line),
    ...(report.isComplete && { otherUsers: await countOthers(target, report) }),
  }
}

const otherHosts = {
  authjs: "The file has rows of Better Auth's tables: add --better-auth FILE",
  better_auth: `The file has rows of Auth.js: import it without --better-auth, and use ${mortise} to-better-auth`,
}

async function countOthers({ count }: TransferRows, { rows }: ImportReport): Promise<number> {
  const { created = 0, equal = 0, different = 0 } = rows.user ?? {}
  return Math.max(0, (await count("user")) - created - equal - different)
}

const total = (rows: RowCounts): number => Object.values(rows).reduce((sum, count) => sum + count, 0)

const countRows = (rows: ImportReport["rows"]): number =>
  Object.values(rows).reduce((sum, counts) => sum + total(counts as RowCounts), 0)
