import type { ModelName } from "../../contract/models.ts"

/**
 * What happened to a row. `created`: it was stored. `equal`: it was stored before. `expired`: it was not needed.
 * `different`: the target has another row with its key. `refused`: the target could not store it.
 */
export type ImportedRow = "created" | "equal" | "expired" | "different" | "refused"

/** A row that the target does not store as it is in the file. */
export type ImportProblem = {
  /** The line of the file, from 1. */
  readonly line: number
  readonly model: ModelName
  readonly outcome: "different" | "refused"
  /** A sentence without values. */
  readonly why: string
}

/** The options of `importRows`. */
export type ImportOptions = {
  /** Stops the import after the rows that are being written. */
  readonly signal?: AbortSignal
  /**
   * The new ids of users from an earlier run into this store, by their old ids. With them, a user is found even if
   * values other than its email have changed since.
   */
  readonly ids?: ReadonlyMap<string, string>
  /** Called with the old and the new id of each user, if the target assigns ids. Store them for the next run. */
  readonly onId?: (from: string, to: string) => void
  readonly onProblem?: (problem: ImportProblem) => void
  /** Called after each page. */
  readonly onPage?: (report: ImportReport) => void | Promise<void>
  /** Stores rows without the fields that the target does not declare. Default: such rows are refused. */
  readonly dropUndeclared?: boolean
  /** How many rows are written at a time. Default: 8. */
  readonly concurrency?: number
}

/** How many rows had which outcome. */
export type ImportReport = {
  readonly rows: Readonly<Partial<Record<ModelName, Readonly<Record<ImportedRow, number>>>>>
  /** Whether the whole file was read. */
  readonly isComplete: boolean
}
