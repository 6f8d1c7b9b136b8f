import type { ErrorCode } from "../../contract/errors.ts"

/** What a driver knows of a client's error and the error itself does not tell. */
export type Circumstances = {
  /** What it means, where nothing in the error says so. */
  readonly code?: ErrorCode
  /** Which step of a batch failed, from 0. */
  readonly step?: number
}

const noted = new WeakMap<object, Circumstances>()

/** The error, with what is known of it; what was noted before stays. */
export function note(error: unknown, circumstances: Circumstances): unknown {
  if (typeof error === "object" && error !== null) noted.set(error, { ...circumstances, ...noted.get(error) })
  return error
}

export const circumstancesOf = (error: unknown): Circumstances =>
  (typeof error === "object" && error !== null && noted.get(error)) || {}
