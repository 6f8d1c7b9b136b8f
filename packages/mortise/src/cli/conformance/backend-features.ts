import type { HttpOptions } from "../../http/client.ts"
import type { OperationName } from "../../index.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"

export type Operation = (...args: unknown[]) => Promise<unknown>

/**
 * Detects which optional parts of the protocol a backend lacks. Makes each call once, without arguments. A call exists
 * unless the backend answers that it does not; any other answer, even an error, counts. Throws when the server at the
 * URL does not implement the protocol.
 */
export async function detectFeatures(backend: HttpOptions) {
  const { httpAdapter } = await import("../../http/client.ts")
  const { extras, operationNames } = await import("../../index.ts")
  const adapter = httpAdapter({ ...backend, retries: 0 })
  await requireProtocol(() => adapter.getUser("unknown"))

  const named = operationNames.map((name) => [name, adapter[name] as Operation] as const)
  const lacking = await missingCalls<OperationName>(named)
  if (lacking.length === operationNames.length)
    throw unusableBackend("it implements none of the nineteen operations")
  const noExtras =
    (await missingCalls(Object.entries((extras(adapter) ?? {}) as Record<string, Operation>))).length > 0
  const noBatch = !lacking.includes("getSessionAndUser") && (await isMissing(() => manyLookups(adapter)))

  const missing = [
    lacking.length > 0 && `The backend has no ${lacking.join(", ")}: cases that need them are skipped.`,
    noExtras && "The backend lacks extras, so they are not tested: give httpAdapter `extras: false`.",
    noBatch && "The backend has no getSessionsAndUsers: give httpAdapter `batch: false`.",
  ]
  return {
    /** The parts that the backend lacks, as sentences for the user. */
    missing: missing.filter((sentence) => sentence !== false),
    /** An adapter for the other parts. */
    openAdapter(more: Pick<HttpOptions, "fetch">): object {
      const options = {
        ...backend,
        ...more,
        ...(noExtras && { extras: false as const }),
        ...(noBatch && { batch: false as const }),
      }
      const opened: Partial<Record<OperationName, unknown>> = httpAdapter(options)
      for (const name of lacking) delete opened[name]
      return opened
    },
  }
}

/** More concurrent lookups than a client sends one by one, so that some of them are batched. */
const manyLookups = ({ getSessionAndUser }: { getSessionAndUser(token: string): Promise<unknown> }) =>
  Promise.all(Array.from({ length: 6 }, () => getSessionAndUser(crypto.randomUUID())))

export async function missingCalls<N extends string>(
  calls: readonly (readonly [N, Operation])[],
): Promise<N[]> {
  const missing = await Promise.all(calls.map(([, call]) => isMissing(() => call())))
  return calls.filter((_, index) => missing[index]).map(([name]) => name)
}

const isMissing = async (call: () => Promise<unknown>): Promise<boolean> =>
  (await catchError(call))?.code === "missing_operation"

/** Throws unless the backend answers a lookup of an unknown user as the protocol requires. */
async function requireProtocol(lookup: () => Promise<unknown>): Promise<void> {
  const failure = await catchError(lookup)
  if (failure && failure.code !== "missing_operation")
    throw unusableBackend(failure.message.replace(/\.$/, ""))
}

async function catchError(call: () => Promise<unknown>) {
  const { MortiseError } = await import("../../index.ts")
  try {
    await call()
    return undefined
  } catch (error) {
    if (error instanceof MortiseError) return error
    throw error
  }
}

const unusableBackend = (why: string): ExitError =>
  new ExitError(
    exitCodes.listen,
    `The backend at --url cannot be tested: ${why}. Check that it is running, and check --url.`,
  )
