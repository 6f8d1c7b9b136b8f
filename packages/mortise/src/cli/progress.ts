import type { Reporter } from "./reporter.ts"

const intervalMs = 2000

/** Prints a sentence about long work on stderr from time to time. The function creates it only when it is printed. */
export type Progress = (sentence: () => string) => void

export function createProgress(reporter: Reporter): Progress {
  let last = Date.now()
  return (sentence) => {
    if (Date.now() - last < intervalMs) return
    last = Date.now()
    reporter.printError("progress", sentence())
  }
}
