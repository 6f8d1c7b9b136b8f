import { MortiseError } from "../../contract/errors.ts"
import { withRetry } from "../../operations/retry.ts"

const changed = Symbol("changed")

/** Says that a row has changed between its read and the write. */
export function throwChanged(): never {
  throw changed
}

/** Reads and writes again while other callers change the row in between. */
export const retryWhileChanged = async <T>(work: () => Promise<T>): Promise<T> =>
  withRetry(
    () =>
      work().then(
        (value) => () => value,
        (error) => {
          if (error === changed) throw error
          return (): T => {
            throw error
          }
        },
      ),
    (finish) => finish(),
    () =>
      new MortiseError(
        "transient",
        "Other callers kept changing the row, and nothing was changed: try again.",
      ),
  )
