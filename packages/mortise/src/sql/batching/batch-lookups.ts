import { MortiseError } from "../../contract/errors.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import { createBatcher } from "../../shared/batcher.ts"
import { matchRows, type StoredRow } from "./match-rows.ts"

/** Looks up rows by a text column: one by its value, or several by their values. `onSend` is called first. */
export type Lookup<T> = {
  findOne(value: string, onSend?: () => void): Awaitable<T>
  /** The rows with these values, in any order. */
  findMany(values: readonly string[]): Awaitable<readonly StoredRow[]>
  /** The value of a row. */
  readValue(row: StoredRow): string
  decode(row: StoredRow | undefined): T
}

/** Makes lookups that share statements while the client is busy. `onSend` is called when a lookup leaves the queue. */
export type BatchLookups = <T>(lookup: Lookup<T>) => (value: string, onSend?: () => void) => Awaitable<T>

const mostPerBatch = 128

export const batchLookups: BatchLookups = ({ findOne, findMany, readValue, decode }) => {
  const findEach = async (values: readonly string[]) => {
    try {
      const { find, isCertain } = matchRows(values, await findMany(values), readValue)
      return (value: string) => (isCertain(value) ? decode(find(value)) : findOne(value))
    } catch (error) {
      // One of the values does not fit the column's type. It must not fail the other callers' lookups.
      if (!(error instanceof MortiseError && error.code === "invalid")) throw error
      return (value: string) => findOne(value)
    }
  }
  return createBatcher({
    runOne: findOne,
    runMany(values, onSend) {
      onSend()
      return findEach(values)
    },
    most: mostPerBatch,
  })
}
