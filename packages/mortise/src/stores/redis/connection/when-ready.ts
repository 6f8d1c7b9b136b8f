import { MortiseError } from "../../../contract/errors.ts"
import { connectionProblem } from "../../../shared/connection-failures.ts"

/** The part of a client that reports when it is connected. */
export type Connecting = {
  on(event: "error", listener: (error: unknown) => void): unknown
  once(event: string, listener: () => void): unknown
  removeListener(event: string, listener: (error: unknown) => void): unknown
}

const longestWaitMs = 5_000

/**
 * Waits until a client is connected. A client that is not connected would queue a command, and if that failed, nobody
 * would know whether the server got it. Throws `unavailable` if one of the `failures` happens first, or after 5
 * seconds. Throws immediately if the server refuses the credentials.
 */
export function whenReady(client: Connecting, failures: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(timer)
      client.removeListener("ready", ready)
      client.removeListener("error", onError)
      for (const event of failures) client.removeListener(event, onFailure)
      done()
    }
    let problem: string | undefined
    const ready = () => settle(resolve)
    const onFailure = () => settle(() => reject(notConnected(problem)))
    const onError = (error: unknown) => {
      problem = connectionProblem(error) ?? problem
      const refusal = refusalIn(error)
      if (refusal) settle(() => reject(refusal))
    }
    const timer = setTimeout(onFailure, longestWaitMs)
    client.once("ready", ready)
    client.on("error", onError)
    for (const event of failures) client.once(event, onFailure)
  })
}

/** The reply by which a server refuses credentials, if the client's error contains it. */
export function refusalIn(error: unknown): Error | undefined {
  const { message, lastNodeError } = Object(error) as { message?: string; lastNodeError?: Error }
  const [reply] = /NOAUTH|WRONGPASS|NOPERM/.exec(`${message} ${lastNodeError?.message}`) ?? []
  return reply === undefined ? undefined : new Error(reply)
}

const notConnected = (
  problem = "Nothing was sent: check its address and that the client is open.",
): MortiseError => new MortiseError("unavailable", `Redis cannot be reached. ${problem}`)
