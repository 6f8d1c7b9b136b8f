/// <reference types="node" />
import type { FailureDetails } from "./case-failure.ts"
import { printValue } from "./print.ts"
import type { Symptom } from "./symptoms/symptom.ts"

// Errors that reach no caller: a rejected promise that nobody awaits, an error thrown in a timer, or a call of
// process.exit. Each of them would end the process without a report. While runs are open, they are failures of the case
// from which they come, which Node's async context says even if other cases run beside it.

/** Receives the failure of a case whose adapter did something that would have ended the process. */
export type OnStray = (details: FailureDetails) => void

type Saved = readonly [event: Event, listeners: readonly Listener[]]
type Event = "unhandledRejection" | "uncaughtException"
type Listener = (...args: unknown[]) => void

const events: readonly Event[] = ["unhandledRejection", "uncaughtException"]

// A runtime without processes, or without async contexts, runs the suite without this protection.
const host = typeof process === "object" && typeof process.on === "function" ? process : undefined
const hooks = host?.getBuiltinModule?.("node:async_hooks")
const contexts = hooks && new hooks.AsyncLocalStorage<OnStray>()

/** The runs that are open, with what each prints if the process ends before it. */
const openRuns = new Set<() => void>()
/** The cases that run, the newest last, and the last one that ended. */
const running = new Set<OnStray>()
let lastEnded: OnStray | undefined
let restore = () => {}

/** Protects a run until the returned function is called. `onUnfinished` is called if the process ends before that. */
export function openGuard(onUnfinished: () => void): () => void {
  if (!host) return () => {}
  if (openRuns.size === 0) restore = takeOver(host)
  openRuns.add(onUnfinished)
  return () => {
    if (!openRuns.delete(onUnfinished) || openRuns.size > 0) return
    restore()
    running.clear()
    lastEnded = undefined
  }
}

/** Runs a case. `onStray` may also be called after it has ended. */
export async function runGuarded(onStray: OnStray, run: () => Promise<void>): Promise<void> {
  running.add(onStray)
  try {
    await (contexts ? contexts.run(onStray, run) : run())
  } finally {
    // Node reports a rejection when no more microtasks are left.
    if (host) await new Promise((resolve) => setImmediate(resolve))
    running.delete(onStray)
    lastEnded = onStray
  }
}

const findOwner = (): OnStray | undefined => contexts?.getStore() ?? [...running].at(-1) ?? lastEnded

function takeOver(process: NodeJS.Process): () => void {
  const saved = events.map((event): Saved => [event, process.listeners(event as never) as Listener[]])
  const { exit } = process
  const onEnd = () => {
    for (const onUnfinished of openRuns) onUnfinished()
    process.exitCode ||= 1
  }
  for (const [event, listeners] of saved) {
    process.removeAllListeners(event)
    process.on(event, (error: unknown, ...more: unknown[]) => {
      const owner = findOwner()
      if (owner) return owner({ ...describeStray(event, error), cause: error })
      for (const listener of listeners) listener(error, ...more)
      // Without a listener, the process would have ended.
      if (listeners.length === 0) throw error
    })
  }
  process.exit = (code) => {
    const owner = contexts?.getStore()
    if (!owner) return exit(code)
    const call = `process.exit(${code ?? ""})`
    const received = `a call of ${call}`
    owner({ expected: "an adapter that does not end the process", received, symptom: say(received) })
    throw new Error(`The adapter called ${call}.`)
  }
  process.on("exit", onEnd)
  return () => {
    process.exit = exit
    process.off("exit", onEnd)
    for (const [event, listeners] of saved) {
      process.removeAllListeners(event)
      for (const listener of listeners) process.on(event, listener)
    }
  }
}

const describeStray = (event: Event, error: unknown): FailureDetails =>
  event === "unhandledRejection"
    ? {
        expected: "every promise that the adapter makes is awaited, or its rejection is handled",
        received: `a rejection that nobody handled, which ends the process: ${printValue(error)}`,
        symptom: say("a promise is rejected that nobody awaits"),
      }
    : {
        expected: "no error outside the calls of the adapter",
        received: `an error that nobody caught, which ends the process: ${printValue(error)}`,
        symptom: say("an error is thrown that nobody can catch"),
      }

const say = (text: string): Symptom => ({ kind: "said", text })

/** Why a run has no report. */
export function describeUnfinished(running: ReadonlySet<string>): string {
  const cases = running.size > 0 ? ` while these cases ran: ${[...running].join(", ")}` : ""
  return (
    `The conformance run did not finish: the process ended${cases}. ` +
    "Look for a call of process.exit, or for a promise that is never settled."
  )
}
