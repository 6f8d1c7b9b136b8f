import { describeError } from "./describe-error.ts"
import type { Reporter } from "./reporter.ts"

// However many requests arrive, the store is called at most once in this time.
const cacheMs = 1000
const timeoutMs = 2000

/** Checks whether the store answers a lookup. Prints the reason when that changes, and not at each request. */
export function createReadiness(adapter: object, reporter: Reporter): () => Promise<boolean> {
  let printed: string | undefined
  const check = async (): Promise<boolean> => {
    const problem = await problemOf(adapter)
    if (problem !== undefined && problem !== printed)
      reporter.printError("not_ready", `The store is not ready: ${problem}.`)
    if (problem === undefined && printed !== undefined) reporter.print("ready", "The store is ready again.")
    printed = problem
    return problem === undefined
  }
  return cached(check)
}

/** Why a lookup fails; `undefined` when the store answers. */
async function problemOf(adapter: object): Promise<string | undefined> {
  const { getUser } = adapter as { getUser?: (id: string) => unknown }
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it did not answer within ${timeoutMs} ms`), timeoutMs)
  })
  const lookup = async (): Promise<string | undefined> => {
    try {
      await getUser?.call(adapter, "mortise-ready")
      return undefined
    } catch (error) {
      return describeError(error)
    }
  }
  return Promise.race([lookup(), tooLong]).finally(() => clearTimeout(timer))
}

function cached(check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly result: Promise<boolean> } | undefined
  return () => {
    if (!last || Date.now() - last.at > cacheMs) last = { at: Date.now(), result: check() }
    return last.result
  }
}
