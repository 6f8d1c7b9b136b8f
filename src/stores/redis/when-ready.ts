import { MortiseError } from "../../contract/errors.ts"

/** The part of a client that tells when it is connected. */
export type Connecting = {
  once(event: string, listener: () => void): unknown
  removeListener(event: string, listener: () => void): unknown
}

const longestWaitMs = 5_000

/**
 * Waits until a client is connected. Otherwise the client would queue the command, and its failure would not tell
 * whether the server got it. Throws `unavailable` if one of the `failures` happens first, or after 5 seconds.
 */
export function whenReady(client: Connecting, failures: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      clearTimeout(timer)
      client.removeListener("ready", ready)
      for (const event of failures) client.removeListener(event, failed)
      done()
    }
    const ready = settle(resolve)
    const failed = settle(() => reject(notConnected()))
    const timer = setTimeout(failed, longestWaitMs)
    client.once("ready", ready)
    for (const event of failures) client.once(event, failed)
  })
}

const notConnected = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "Redis cannot be reached, and nothing was sent: check its address and that the client is open.",
  )
