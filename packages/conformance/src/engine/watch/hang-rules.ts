// When a call that has not returned counts as one that hangs. Speed is not judged: a slow store passes. A call is
// compared with calls that started later and have returned, and one slow call never counts as hanging before a minute.

/** What a run knows about the speed of its adapter. Times are in milliseconds in which the process ran. */
export type Pace = {
  now: number
  /** When a call last returned, or threw. */
  lastReturn: number
  /** How long the slowest call took that has returned. */
  slowest: number
}

/** A call that has not returned yet. */
export type RunningCall = {
  readonly name: string
  /** The case that made it. */
  readonly owner: object
  readonly start: number
  /** How many calls that started later have returned: of all operations, and of its own. */
  overtaken: number
  overtakenByOwn: number
}

/** What a run knows about one operation. */
export type OperationCalls = {
  /** How many calls have returned without an error. */
  returned: number
  readonly running: Set<RunningCall>
  /** Set while its calls are known to hang. */
  hangs: boolean
  /** How many cases have failed because it hangs. */
  hungCases: number
}

/** A call that takes longer counts as hanging, whatever the other calls do. */
export const longestMs = 60_000

const neverMs = 2_500
const overtakenMs = 3_000
// An adapter may wait for a lock or a restart once, for all calls of an operation.
const blockedMs = 12_000
const enoughReturns = 20

/** After this time without an answer, the run goes on beside the case. */
export const patienceMs = ({ slowest }: Pace): number => Math.max(500, 4 * slowest)

/** How long a case waits for an operation that is known to hang. */
export const graceMs = ({ slowest }: Pace): number => Math.max(500, 2 * slowest)

/** True if the store has answered no call at all for a minute. */
export const isSilent = ({ now, lastReturn }: Pace): boolean => now - lastReturn >= longestMs

/** True if calls of the operation hang, as far as the calls so far show. */
export function seemsToHang({ running, returned }: OperationCalls, pace: Pace): boolean {
  const { now, slowest, lastReturn } = pace
  const age = ({ start }: RunningCall) => now - start
  // The store answers other calls meanwhile, and much faster.
  const isLate = (call: RunningCall, ms: number) =>
    age(call) >= Math.min(longestMs, Math.max(ms, 10 * slowest)) && call.overtaken >= enoughReturns
  const cases = (fits: (call: RunningCall) => boolean) =>
    new Set([...running].filter(fits).map(({ owner }) => owner)).size

  // It has never returned. While other cases run, waiting for it costs nothing. A long run can wait longer afterwards.
  const isQuiet = now - lastReturn >= lastReturn / 2
  const never = returned === 0 && isQuiet && cases((call) => isLate(call, neverMs)) > 0
  if (never && cases((call) => age(call) >= patienceMs(pace)) >= 3) return true
  // It returns, but not for these calls.
  if (cases((call) => isLate(call, overtakenMs) && call.overtakenByOwn >= 5) >= 5) return true
  if (cases((call) => isLate(call, blockedMs)) >= 3) return true
  return cases((call) => age(call) >= longestMs) >= 2
}

/** True if an operation has never returned, and is known to hang or keeps several cases waiting. */
export const keepsWaiting = ({ returned, hangs, running }: OperationCalls, pace: Pace): boolean => {
  if (returned > 0) return false
  const late = [...running].filter(({ start }) => pace.now - start >= patienceMs(pace))
  return hangs || new Set(late.map(({ owner }) => owner)).size >= 3
}
