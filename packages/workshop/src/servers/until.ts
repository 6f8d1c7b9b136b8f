import { setTimeout as sleep } from "node:timers/promises"

/** Repeats a call until it succeeds. After a timeout it throws, with what was waited for and the last error. */
export async function until<T>(what: string, ask: () => Promise<T>, patienceInMs = 30_000): Promise<T> {
  const deadline = Date.now() + patienceInMs
  for (;;) {
    try {
      return await ask()
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`Waited ${patienceInMs} ms in vain for ${what}`, { cause })
    }
    await sleep(10)
  }
}
