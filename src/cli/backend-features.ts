import type { HttpOptions } from "../http/client.ts"
import type { OperationName } from "../index.ts"
import { ExitError, exitCodes } from "./exit-code.ts"

/** What a backend has of the protocol, and how to open an adapter for that. */
export type BackendFeatures = {
  /** What it lacks, as sentences for a person. */
  readonly missing: readonly string[]
  openAdapter(more: Pick<HttpOptions, "fetch">): object
}

type Operation = (...args: unknown[]) => Promise<unknown>

/**
 * Makes each call once, without arguments: whatever it says to that, it is there unless it says that it is
 * not. Throws when nothing there speaks the protocol.
 */
export async function detectFeatures(backend: HttpOptions): Promise<BackendFeatures> {
  const { httpAdapter } = await import("../http/client.ts")
  const { extras, operationNames } = await import("../index.ts")
  const adapter = httpAdapter({ ...backend, retries: 0 })
  await requireProtocol(() => adapter.getUser("nobody"))

  const named = operationNames.map((name) => [name, adapter[name] as Operation] as const)
  const lacking = await missingCalls<OperationName>(named)
  if (lacking.length === operationNames.length)
    throw unusableBackend("it knows none of the nineteen operations")
  const noExtras =
    (await missingCalls(Object.entries((extras(adapter) ?? {}) as Record<string, Operation>))).length > 0
  const noBatch = !lacking.includes("getSessionAndUser") && (await isMissing(() => manyLookups(adapter)))

  const notes = [
    lacking.length > 0 && `It has no ${lacking.join(", ")}: cases that need them are skipped.`,
    noExtras && "It lacks extras, so they are not asked: give httpAdapter `extras: false`.",
    noBatch && "It has no getSessionsAndUsers: give httpAdapter `batch: false`.",
  ]
  return {
    missing: notes.filter((note) => note !== false),
    openAdapter(more) {
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

/** More lookups than a client sends one by one at the same time, so that some of them travel together. */
const manyLookups = ({ getSessionAndUser }: { getSessionAndUser(token: string): Promise<unknown> }) =>
  Promise.all(Array.from({ length: 6 }, () => getSessionAndUser(crypto.randomUUID())))

async function missingCalls<N extends string>(calls: readonly (readonly [N, Operation])[]): Promise<N[]> {
  const missing = await Promise.all(calls.map(([, call]) => isMissing(() => call())))
  return calls.filter((_, nth) => missing[nth]).map(([name]) => name)
}

const isMissing = async (call: () => Promise<unknown>): Promise<boolean> =>
  (await errorOf(call))?.code === "missing_operation"

/** Nothing but an answer of the protocol to a lookup of nobody shows that there is a backend. */
async function requireProtocol(lookup: () => Promise<unknown>): Promise<void> {
  const failure = await errorOf(lookup)
  if (failure && failure.code !== "missing_operation")
    throw unusableBackend(failure.message.replace(/\.$/, ""))
}

async function errorOf(call: () => Promise<unknown>) {
  const { MortiseError } = await import("../index.ts")
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
    `No backend can be asked at --url: ${why}. Is it running, and is --url right?`,
  )
