export type Settings = {
  readonly rounds: number
  readonly population: number
  /** About how long one turn takes, in milliseconds. */
  readonly turn: number
  /** How many rows the large tables have when growth is measured. */
  readonly rows: number
  progress(done: number, of: number, what: string): void
}
