import type { ExportHeader, ExportOptions, ImportOptions, ImportReport } from "../../transfer/index.ts"
import type { openIds } from "./import-ids.ts"

type Models = keyof ImportReport["rows"]

/** The rows that a file is written from, or read into. */
export type TransferRows = Pick<ExportHeader, "host"> & {
  exportRows(options: ExportOptions): AsyncIterable<string>
  importRows(lines: () => AsyncIterable<string>, options: ImportOptions): Promise<ImportReport>
  count(model: Models): Promise<number>
  /** Only for a database that assigns ids: opens the file with the users' new ids. */
  readonly openIds?: (file: string) => ReturnType<typeof openIds>
}
