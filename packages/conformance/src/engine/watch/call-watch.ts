import { createNotices, describeHang, type Hang } from "./describe-hang.ts"
import {
  graceMs,
  isSilent,
  keepsWaiting,
  longestMs,
  patienceMs,
  type RunningCall,
  seemsToHang,
} from "./hang-rules.ts"
import { type Calls, type Observe, type OpenCase, operationCalls, recordCalls } from "./record-calls.ts"

/** What a case does when its calls do not return. */
export type Impatience = {
  /** Lets other cases run, because a call does not return soon. */
  stepOver(): void
  /** Ends the case, because a call hangs. */
  fail(hang: Hang): void
}

/** Watches the calls of all cases of a run, and ends the cases that wait for a call that hangs. */
export type CallWatch = {
  open(impatience: Impatience): { readonly observe: Observe; close(): void }
  /** True if a case has failed because of a call that hangs. */
  hasHung(): boolean
}

type WatchedCase = OpenCase & Impatience

/** `notice` receives a sentence about an operation that has not returned for some seconds. */
export function createCallWatch(notice: (sentence: string) => void): CallWatch {
  const calls: Calls = {
    pace: { now: 0, lastReturn: 0, slowest: 0 },
    operations: new Map(),
    running: new Set(),
  }
  const { pace, operations } = calls
  const cases = new Set<WatchedCase>()
  const notices = createNotices(notice)

  const hangs = ({ name }: RunningCall) => operationCalls(calls, name).hangs || isSilent(pace)

  const judge = (watchedCase: WatchedCase) => {
    const idleMs = pace.now - watchedCase.lastEvent
    const running = [...watchedCase.running]
    const hanging = running.filter(hangs)
    const isKnown = hanging.length > 0
    if (running.length > 0 && idleMs >= (isKnown ? 1 : patienceMs(pace))) watchedCase.stepOver()
    if (idleMs < (isKnown ? graceMs(pace) : longestMs)) return
    const reasons = isKnown ? hanging : running
    cases.delete(watchedCase)
    watchedCase.fail(describeHang(idleMs, reasons, calls))
    for (const name of new Set(reasons.map((call) => call.name))) operationCalls(calls, name).hungCases++
  }

  const startTicks = createTicks((ms) => {
    pace.now += ms
    for (const operation of operations.values()) operation.hangs ||= seemsToHang(operation, pace)
    notices(calls)
    for (const watchedCase of cases) judge(watchedCase)
    return cases.size > 0
  })

  return {
    hasHung: () => [...operations.values()].some(({ hungCases }) => hungCases > 0),

    open(impatience) {
      const watchedCase: WatchedCase = { ...impatience, running: new Set(), lastEvent: pace.now }
      cases.add(watchedCase)
      startTicks()
      const record = recordCalls(calls, watchedCase)
      return {
        observe(name, kind) {
          // It has never returned for several other cases: they need not wait a moment for this one too.
          if (keepsWaiting(operationCalls(calls, name), pace) || isSilent(pace))
            setTimeout(watchedCase.stepOver, 0)
          return record(name, kind)
        },
        close: () => void cases.delete(watchedCase),
      }
    },
  }
}

/** Starts to call a function again and again while there is something to watch. */
type StartTicks = () => void

const tickMs = 50

/**
 * `tick` receives the length of a tick in milliseconds, and returns whether it must be called again. Counting ticks
 * measures the time in which this process runs: a debugger or a machine that sleeps does not end a case.
 */
function createTicks(tick: (ms: number) => boolean): StartTicks {
  let timer: ReturnType<typeof setInterval> | undefined
  const next = () => {
    if (tick(tickMs)) return
    clearInterval(timer)
    timer = undefined
  }
  return () => {
    timer ??= setInterval(next, tickMs)
  }
}
