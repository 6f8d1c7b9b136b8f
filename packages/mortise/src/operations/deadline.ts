/**
 * Ends calls at a deadline. A call races against a timer and knows its unfinished work: whether it is a write, whether
 * it was sent, and how to discard it. If the timer fires first, this decides the error: a call that sent nothing is
 * `unavailable`, a read is `transient`, and a write, or a call after a successful write, is `indeterminate`. From then
 * on `follow` throws instead of starting work, so that queued statements and retries end too.
 */
import { type ErrorCode, MortiseError } from "../contract/errors.ts"
import type { TimeLimit, Follow as TimeLimitFollow } from "../contract/internals.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Awaitable } from "../shared/awaitable.ts"
import { retryLimit } from "./retry.ts"

/** Work of a call with a deadline. */
export type Work = {
  /** Whether a part of it was passed to a connection. */
  isSent(): boolean
  /** Ends the work at the deadline. */
  discard(): void
}

/** A call with a deadline, as its work sees it. */
export type Call = {
  /** Whether the deadline has passed. Then nothing more is sent. */
  readonly isOver: boolean
  /** Sets how the call ends its current work. Without it, the work counts as sent. */
  track(work: Work): void
}

/** Runs work of a call; throws if the call is over. */
export type Follow = <T>(isWrite: boolean, start: (call: Call) => Awaitable<T>) => Awaitable<T>

/** A call with a deadline. */
export type TimedCall = Pick<Call, "isOver"> & {
  readonly follow: Follow
  /** How long a transient error may be retried now. */
  readonly retryMs: number
}

// A timer with a longer delay fires immediately.
const longestTimeoutSeconds = Math.floor((2 ** 31 - 1) / 1000)

/**
 * Checks the option `timeoutSeconds`, and returns it in milliseconds.
 *
 * @example
 * ```ts
 * import { toTimeoutMs } from "mortise/store"
 *
 * toTimeoutMs(2) // 2000
 * ```
 */
export function toTimeoutMs(timeoutSeconds: number | undefined): number | undefined {
  if (timeoutSeconds === undefined) return undefined
  if (typeof timeoutSeconds !== "number" || !(timeoutSeconds > 0 && timeoutSeconds <= longestTimeoutSeconds))
    throwInvalid(`timeoutSeconds must be a number above 0 and at most ${longestTimeoutSeconds}.`)
  return timeoutSeconds * 1000
}

const messages = {
  unavailable:
    "The deadline passed before a connection was free, so nothing was sent: check that the database answers and that the client has enough connections, or raise timeoutSeconds.",
  transient:
    "The database did not answer before the deadline, and nothing was changed: try again, or raise timeoutSeconds.",
  indeterminate:
    "The database did not answer before the deadline, so the change may have been applied: check before you repeat it.",
} satisfies Partial<Record<ErrorCode, string>>

/** The error of a call whose `timeoutSeconds` have passed. */
export const deadlineError = (code: keyof typeof messages = "unavailable"): MortiseError =>
  new MortiseError(code, messages[code])

/** Runs a call, and ends it at its deadline. */
export function runWithin<T>(timeoutMs: number, work: (call: TimedCall) => Awaitable<T>): Awaitable<T> {
  const call = createCall(timeoutMs)
  const result = work(call)
  if (!(result instanceof Promise)) return result
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(call.end()), timeoutMs)
    result.then(resolve, reject).then(() => clearTimeout(timer))
  })
}

/**
 * The time limit of an adapter, for layers that give one limit to several of its calls: the member `timeLimit` of a
 * `StoreDefinition`.
 *
 * @example
 * ```ts
 * import { createTimeLimit } from "mortise/store"
 *
 * const timeLimit = createTimeLimit(5)
 * console.log(timeLimit?.seconds)
 * ```
 */
export const createTimeLimit = (seconds: number | undefined): TimeLimit | undefined =>
  seconds
    ? {
        seconds,
        run: (work) => runWithin(seconds * 1000, (call) => work(call.follow as TimeLimitFollow)),
      }
    : undefined

const untracked: Work = { isSent: () => true, discard: () => {} }

function createCall(timeoutMs: number): TimedCall & { end(): Error } {
  const deadline = Date.now() + timeoutMs
  const unfinished = new Set<{ readonly isWrite: boolean; work: Work }>()
  let [isOver, wasSent, hasWritten] = [false, false, false]

  const follow: Follow = (isWrite, start) => {
    if (isOver) throw deadlineError()
    const entry = { isWrite, work: untracked }
    const result = start({
      get isOver() {
        return isOver
      },
      track(work) {
        entry.work = work
      },
    })
    if (!(result instanceof Promise)) return result
    unfinished.add(entry)
    const finish = () => {
      unfinished.delete(entry)
      wasSent ||= entry.work.isSent()
    }
    return result.then(
      (value) => {
        finish()
        hasWritten ||= isWrite
        return value
      },
      (error) => {
        finish()
        throw error
      },
    )
  }
  return {
    follow,
    get isOver() {
      return isOver
    },
    get retryMs() {
      return Math.min(retryLimit.milliseconds, deadline - Date.now())
    },
    end() {
      isOver = true
      const sent = [...unfinished].filter(({ work }) => work.isSent())
      for (const { work } of unfinished) work.discard()
      if (hasWritten || sent.some(({ isWrite }) => isWrite)) return deadlineError("indeterminate")
      return deadlineError(sent.length > 0 || wasSent ? "transient" : "unavailable")
    },
  }
}
