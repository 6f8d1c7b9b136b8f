/** One statement of a migration. */
export type PlannedStep = {
  readonly statement: string
  readonly why: string
  /** For a statement that is run once per row: the number of rows. */
  readonly rows?: number
}
