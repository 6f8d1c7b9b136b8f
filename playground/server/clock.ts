import type { ClockState } from "../protocol.ts"

/** A clock that runs at normal speed, ahead of the real time by an offset that can be moved. */
export type Clock = {
  now(): number
  state(): ClockState
  advance(ms: number): void
  reset(): void
  /** Gives the process its own `Date` back. */
  uninstall(): void
}

/**
 * Replaces `Date` in this process by one that reads the moved clock. Auth.js and the OpenID provider have no option for
 * the time: they ask `Date`. Timers and `performance` are not changed.
 */
export function installClock(): Clock {
  const RealDate = Date
  let offsetMs = 0
  const now = () => RealDate.now() + offsetMs
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  })
  return {
    now,
    state: () => ({ now: now(), offsetMs }),
    advance: (ms) => {
      offsetMs += ms
    },
    reset: () => {
      offsetMs = 0
    },
    uninstall: () => {
      globalThis.Date = RealDate
    },
  }
}
