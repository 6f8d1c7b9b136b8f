import type { Core } from "./core.ts"
import type { RefusedFlow } from "./events.ts"
import type { HasHeaders } from "./http/cookies.ts"
import type { Sessions } from "./sessions/sessions.ts"

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>

/**
 * Makes the function that wraps a group of public functions, so that each refusal emits an event with the request and
 * the session whose cookie the request carried. The flows of email emit their own, because they also know the address.
 */
export const createReportRefusals =
  ({ emit }: Core, { identify }: Sessions) =>
  <T extends object>(flow: RefusedFlow, group: T): T => {
    const report = async (result: unknown, request: unknown): Promise<unknown> => {
      const reason = reasonOf(result)
      if (reason === undefined) return result
      const from = hasHeaders(request) ? request : undefined
      const carried = from && (await identify(from))
      emit({ type: "refused", flow, reason, ...carried }, from)
      return result
    }
    const wrapped = Object.entries(group as Functions).map(([name, run]) => [
      name,
      (...args: unknown[]) => {
        const result = run(...args)
        return result instanceof Promise ? result.then((value) => report(value, args[0])) : result
      },
    ])
    return Object.fromEntries(wrapped)
  }

/** The reason of a refusal. A pending sign-out is not one: it emits `signed_out`. */
function reasonOf(result: unknown): string | undefined {
  const { ok, reason } = (result ?? {}) as { ok?: unknown; reason?: unknown }
  return ok === false && typeof reason === "string" && reason !== "pending" ? reason : undefined
}

const hasHeaders = (value: unknown): value is HasHeaders =>
  typeof value === "object" && value !== null && "headers" in value && value.headers instanceof Headers
