import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { Call } from "../../../operations/deadline.ts"
import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import { isLocking } from "../../statement.ts"

type Answer = { readonly rows: unknown[]; readonly rowCount: number | null }
type QueryOptions = { arrayMode: true; fullResults: true; fetchOptions?: Record<string, unknown> }

/** The part of the function that `neon(url)` returns that Mortise uses. */
export type NeonFunction = {
  query(text: string, values: never[], options: QueryOptions): PromiseLike<Answer>
  transaction(queries: never[], options: QueryOptions): Promise<readonly Answer[]>
  unsafe(text: string): unknown
}

/** A driver over HTTP: each statement, and each batch as one transaction, is one request. */
export function neonHttpDriver(sql: NeonFunction): Driver {
  const run = async (statement: Statement, values: readonly Bound[], call?: Call): Promise<Result> =>
    toResult(await sql.query(statement.text, values as never[], buildOptions(call)).then(same, fail))
  return {
    tracksCalls: true,
    run,
    async batch(steps, call) {
      const [first] = steps
      if (first && steps.length === 1) return [await run(...first, call)]
      // The server would continue after a SELECT that locked no row. No statement of PostgreSQL's store needs it.
      if (steps.some(([statement]) => isLocking(statement)))
        throwInvalid("Over HTTP, Neon cannot end a transaction early: pass a Pool.")
      const options = buildOptions(call)
      const queries = steps.map(([{ text }, values]) => sql.query(text, values as never[], options))
      return (await sql.transaction(queries as never[], options).catch(fail)).map(toResult)
    },
  }
}

// Frameworks patch `fetch` to cache answers. Some runtimes refuse the option.
const noCache = "cache" in Request.prototype ? { cache: "no-store" } : {}

function buildOptions(call: Call | undefined): QueryOptions {
  if (!call) return { arrayMode: true, fullResults: true, fetchOptions: noCache }
  const request = new AbortController()
  call.track({ isSent: () => true, discard: () => request.abort() })
  return { arrayMode: true, fullResults: true, fetchOptions: { ...noCache, signal: request.signal } }
}

const same = <T>(value: T): T => value

const toResult = ({ rows, rowCount }: Answer): Result => ({ rows: rows as unknown[][], count: rowCount ?? 0 })

/** Throws the error of `fetch` itself, if nothing was answered. A proxy that refuses a request has run nothing. */
function fail(error: unknown): never {
  const { sourceError, message = "" } = Object(error) as { sourceError?: unknown; message?: string }
  const [, status] = /^Server error \(HTTP status (4\d\d)\)/.exec(message) ?? []
  if (status) throw addErrorContext(error, { code: status === "429" ? "transient" : "unavailable" })
  throw sourceError ?? error
}
