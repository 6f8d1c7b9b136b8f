export const runtimeNames = ["node-20", "node-22", "node-24", "bun", "deno", "workerd"] as const

export type RuntimeName = (typeof runtimeNames)[number]

/** The suite ran in a cell. */
export type Ran = {
  /** The version of the runtime. */
  readonly runtime: string
  readonly passed: number
  readonly failed: readonly string[]
  /** The reasons of the skipped cases, by case. */
  readonly skipped: Readonly<Record<string, string>>
}

/** The suite could not run. The error is that of the client; there is none if another runtime has the client. */
export type Missing = { readonly runtime: string; readonly reason: string; readonly error?: string }

export type Cell = Ran | Missing

export type ResultRow = {
  readonly name: string
  readonly entry: string
  readonly client: string
  readonly version: string | null
  readonly store: string
  readonly cells: Partial<Readonly<Record<RuntimeName, Cell>>>
}

/** The content of docs/runtimes.json. */
export type Results = {
  readonly date: string
  readonly servers: Readonly<Record<string, string>>
  readonly rows: readonly ResultRow[]
}

export const hasRun = (cell: Cell | undefined): cell is Ran => cell !== undefined && "passed" in cell

/** Whether the suite ran in the cell, and every case passed or was skipped with a reason. */
export const isGreen = (cell: Cell | undefined): boolean =>
  hasRun(cell) && cell.passed > 0 && cell.failed.length === 0
