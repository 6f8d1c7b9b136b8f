import { MortiseError } from "../../contract/errors.ts"
import type { Schema } from "../../contract/schema.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type Batcher, createBatcher } from "../../shared/batcher.ts"
import { type Bytes, utf8 } from "../../shared/bytes.ts"
import { showCause, warningsTo } from "../../shared/console.ts"
import { isWorker } from "../../shared/runtime.ts"
import { type Call, type CallName, maxTokens } from "../protocol/call.ts"
import { callNamed, encodeArguments, getCalls } from "../protocol/calls.ts"
import { createBreaker } from "./breaker.ts"
import type { HttpOptions } from "./http-options.ts"
import { createSendOnce } from "./send-once.ts"
import { createSendWithRetries } from "./send-with-retries.ts"
import type { Settings } from "./settings.ts"
import { sharedBatcher } from "./shared-batcher.ts"

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
