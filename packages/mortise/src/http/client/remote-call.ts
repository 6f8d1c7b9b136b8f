import { MortiseError } from "../../contract/errors.ts"
import type { Schema } from "../../contract/schema.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type Batcher, createBatcher } from "../../shared/batcher.ts"
import { type Bytes, utf8 } from "../../shared/bytes.ts"
import { showCause, warningsTo } from "../../shared/console.ts"
import { isWorker } from "../../shared/runtime.ts"
import { type Call, type CallName, maxTokens } from "../protocol/call.ts"
import { callNamed, encodeArguments, getCalls } from "../protocol/calls.ts"
import { newNonce } from "../protocol/signature.ts"
import { type Breaker, createBreaker } from "./breaker.ts"
import { breakerError, clientError, isInFlight, isOutcomeUnknown, mayRetry } from "./client-errors.ts"
import type { HttpOptions } from "./http-options.ts"
import { createSendOnce, type SendOnce } from "./send-once.ts"
import type { Settings } from "./settings.ts"

/** Makes a call of the protocol. Errors name the `operation` as the user called it. */
export type RemoteCall = (name: CallName, operation: string, args: readonly unknown[]) => Promise<unknown>

const maxBodyBytes = 256 * 1024
// Longer or unusual tokens are sent alone, so that they cannot make a batch too large.
const ordinary = /^[\x20-\x7e]{1,512}$/
const isOrdinary = (token: unknown): token is string => typeof token === "string" && ordinary.test(token)

export function createRemoteCall(settings: Settings, schema: Schema, options: HttpOptions): RemoteCall {
  const calls = getCalls(schema, warningsTo(options.onWarning))
  const send = createSendWithRetries(createSendOnce(settings), createBreaker(settings), settings)
  // In a worker, lookups batched with another request's lookups would be lost when that request ends.
  const isAlone = isWorker || options.batch === false
  const lookup = isAlone ? undefined : sharedLookup(settings, findOne, findMany)

  function findOne(token: string): Promise<unknown> {
    return sendTo("getSessionAndUser", [token])
  }
  async function findMany(tokens: readonly string[]): Promise<readonly unknown[]> {
    const results = await sendTo("getSessionsAndUsers", [tokens])
    if (Array.isArray(results) && results.length === tokens.length) return results
    throw unreadableResult("getSessionAndUser")
  }
  function sendTo(name: CallName, args: readonly unknown[]): Promise<unknown> {
    return send(callNamed(calls, name), utf8(JSON.stringify({ args })), "getSessionAndUser")
  }

  return async (name, operation, args) => {
    const call = callNamed(calls, name)
    try {
      const encodedArgs = encodeArguments(call, args)
      const [token] = encodedArgs
      const isBatched = lookup && name === "getSessionAndUser" && isOrdinary(token)
      const result = isBatched ? await lookup(token) : await send(call, encodeBody(encodedArgs), operation)
      return decodeResult(call, result, operation)
    } catch (error) {
      if (error instanceof MortiseError) error.operation ??= operation
      throw error
    }
  }
}

function sharedLookup(
  { fetch, endpoint, key, signing }: Settings,
  findOne: (token: string) => Promise<unknown>,
  findMany: (tokens: readonly string[]) => Promise<readonly unknown[]>,
): Batcher<unknown> {
  const name = [endpoint, key, signing?.id, signing?.secret, signing?.audience].join("\n")
  const manyInOrder = async (tokens: readonly string[]) => {
    const results = await findMany(tokens)
    return (_: string, index: number) => results[index]
  }
  return sharedBatcher(fetch, name, (onIdle) =>
    createBatcher({ runOne: findOne, runMany: manyInOrder, most: maxTokens, collects: true, onIdle }),
  )
}

function encodeBody(args: unknown): Bytes {
  const body = utf8(JSON.stringify({ args }))
  if (body.length <= maxBodyBytes) return body
  throwInvalid(`The arguments must be at most ${maxBodyBytes} bytes of JSON.`)
}

function decodeResult({ returns }: Call, result: unknown, operation: string): unknown {
  try {
    return returns.decode(result)
  } catch (error) {
    showCause(error)
    throw unreadableResult(operation, error)
  }
}

function unreadableResult(operation: string, cause?: unknown): MortiseError {
  const { model, fields } = cause instanceof MortiseError ? cause : {}
  return new MortiseError(
    "corrupt",
    "The server's answer does not match the schema: give both sides the same schema.",
    { operation, ...(model && { model }), ...(fields && { fields }) },
  )
}

/** Makes a call and returns the undecoded result; throws a `MortiseError`. */
type SendWithRetries = (call: Call, body: Bytes, operation: string) => Promise<unknown>

const shortestPauseMs = 50
const longestPauseMs = 2000

/**
 * Retries what may be retried: reads, and writes under the idempotency key of their first attempt. When the
 * server is still running the write, the client asks again, any number of times, until one timeout has passed.
 * A trial of the breaker is not retried.
 */
function createSendWithRetries(
  sendOnce: SendOnce,
  breaker: Breaker,
  { retries, timeoutMs }: Settings,
): SendWithRetries {
  return async ({ name, effect }, body, operation) => {
    const admission = breaker.admit()
    if (!admission) throw breakerError(operation)
    const isWrite = effect === "write"
    const message = { name, body, idempotencyKey: isWrite ? newNonce() : "" }
    const waitUntil = Date.now() + timeoutMs
    let isUnknown = false
    let retriesLeft = admission === "trial" ? 0 : retries
    for (let tries = 0; ; tries++) {
      const attempt = await sendOnce(message)
      breaker.record(admission, attempt)
      if (attempt.kind === "result") return attempt.result
      isUnknown ||= isWrite && isOutcomeUnknown(attempt)
      const isAwaited = isInFlight(attempt) && Date.now() < waitUntil
      if (!isAwaited && (retriesLeft-- === 0 || !mayRetry(attempt)))
        throw clientError(attempt, { name, operation }, isUnknown)
      await pause(tries)
    }
  }
}

/** Exponential backoff with jitter. */
function pause(tries: number): Promise<void> {
  const most = Math.min(longestPauseMs, shortestPauseMs * 2 ** tries)
  return new Promise((resolve) => setTimeout(resolve, most * (0.5 + Math.random() / 2)))
}

const batchers = new WeakMap<typeof fetch, Map<string, Batcher<unknown>>>()

/**
 * The batcher for one server and caller, which `name` identifies. All adapters share it while a request is in
 * flight, since frameworks create an adapter for each request; it is dropped when `create` reports that it is idle.
 */
export function sharedBatcher(
  via: typeof fetch,
  name: string,
  create: (onIdle: () => void) => Batcher<unknown>,
): Batcher<unknown> {
  const named = batchers.get(via) ?? new Map<string, Batcher<unknown>>()
  batchers.set(via, named)
  return (value) => {
    const batcher = named.get(name) ?? create(() => named.delete(name))
    named.set(name, batcher)
    return batcher(value)
  }
}
