import { type ExitCode, exitCodes } from "../program/exit-code.ts"

/** Lets a signal arrive: calls of an in-process store never return to the event loop. */
export const letSignalArrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs work that Ctrl-C or SIGTERM stops at a safe point. A second signal ends the program immediately. */
export async function withStopSignal<T>(
  work: (signal: AbortSignal) => Promise<T>,
  codeAfterSecond: ExitCode = exitCodes.interrupted,
): Promise<T> {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(codeAfterSecond)
    controller.abort()
  }
  const signals = ["SIGINT", "SIGTERM"] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
