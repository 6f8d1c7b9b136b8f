/**
 * Imports page by page, users first. Each row is created, then read again and compared, so that a row counts as
 * imported only if the target returns all of its values. A row whose key exists is compared likewise. A second run
 * therefore continues an import that was stopped anywhere, and proves a finished one. Where the target assigns ids, the
 * new id of each user replaces the old one in its rows. Users who cannot be shown to be the same person are reported
 * and left out with their rows.
 */
import type { ModelName } from "../../contract/models.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { finishAll } from "../../shared/finish-all.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import type { ExportSource } from "../export/export-rows.ts"
import { type ReadRow, readPages } from "../export/read-export.ts"
import { openForTransfer } from "../open-for-transfer.ts"
import type { ImportedRow, ImportOptions, ImportReport } from "./import-options.ts"
import { createRowImporter } from "./import-row.ts"
import type { Imported } from "./imported.ts"
import { type LinesOfExport, openLines, surveyExport, throwDamaged } from "./survey-export.ts"

type Counts = Partial<Record<ModelName, Record<ImportedRow, number>>>

/**
 * Stores the rows of an export in another store. Throws when the store fails or the file is damaged; call it again to
 * continue. Lines that can be read twice, an array or a function that opens them, are checked before anything is written.
 * Users without an email need such lines.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 * import { exportRows, importRows } from "mortise/transfer"
 *
 * let file = ""
 * for await (const lines of exportRows(memoryAdapter())) file += lines
 * const report = await importRows(memoryAdapter(), file.trimEnd().split("\n"))
 * report.isComplete === true // true
 * ```
 */
export async function importRows(
  adapter: object,
  lines: LinesOfExport,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const tools = openForTransfer(adapter, "importRows")
  return importPages(lines, createRowImporter(tools, await surveyExport(lines), options), options)
}

/** Imports the rows of all pages, each after the pages before it. */
export async function importPages(
  lines: LinesOfExport,
  importer: (read: ReadRow) => Promise<Imported>,
  { host, signal, onPage, onProblem, concurrency = 8 }: ImportOptions & Pick<ExportSource, "host">,
): Promise<ImportReport> {
  const limited = limitConcurrency(concurrency)
  const rows: Counts = {}

  const importRow = async (read: ReadRow): Promise<void> => {
    if (signal?.aborted) return
    const { outcome, why } = await importer(read)
    const counts = rows[read.model] ?? { created: 0, equal: 0, expired: 0, different: 0, refused: 0 }
    rows[read.model] = { ...counts, [outcome]: counts[outcome] + 1 }
    if (outcome === "different" || outcome === "refused")
      onProblem?.({ line: read.line, model: read.model, outcome, why: why ?? "" })
  }

  let isComplete = false
  for await (const page of readPages(openLines(lines))) {
    if (page.position.header.host !== host)
      throwInvalid("The export has rows of another library, such as Better Auth: see --better-auth.")
    // None is being written when this function throws.
    await finishAll(page.rows.map((row) => limited(() => importRow(row))))
    await onPage?.({ rows, isComplete })
    if (signal?.aborted) return { rows, isComplete: false }
    isComplete = page.position.isComplete
  }
  if (!isComplete) throwDamaged()
  return { rows, isComplete }
}
