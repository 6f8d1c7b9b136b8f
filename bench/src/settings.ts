export type Settings = {
  readonly rounds: number
  readonly population: number
  /** The approximate duration of one turn, in milliseconds. */
  readonly turn: number
  /** The number of rows of the large tables in the growth measurement. */
  readonly rows: number
  progress(done: number, of: number, what: string): void
}
