import { type Bytes, fromUtf8 } from "../../shared/bytes.ts"
import { wasNeverSent } from "../../shared/connection-failures.ts"
import { type OwnData, ownData } from "../../shared/own-data.ts"
import { readBody } from "../../shared/read-body.ts"
import { isNode, isWorker } from "../../shared/runtime.ts"
import { withTimeout } from "../../shared/with-timeout.ts"
import { markPointers } from "../protocol/hidden-fields.ts"
import { newNonce, sign, signingKey } from "../protocol/signature.ts"
import { isStringArray, readError, type WireError } from "../protocol/wire-error.ts"
import type { Settings } from "./settings.ts"

/** What is sent: the same for every attempt of a call. */
export type Message = {
  readonly name: string
  readonly body: Bytes
  /** Empty for a read. */
  readonly idempotencyKey: string
}

/** The result of one attempt. `lost`: it is unknown whether the server ran the call. */
export type AttemptResult =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly error: WireError }
  | { readonly kind: "unsent"; readonly cause: unknown }
  | { readonly kind: "lost"; readonly reason: string; readonly mayRetry: boolean; readonly cause?: unknown }

/** Sends a message once and reads the whole answer within the timeout. Never throws. */
export type SendOnce = (message: Message) => Promise<AttemptResult>

// Next.js would cache even a POST. Workers have no cache to turn off, and some of them reject the option.
const cache: RequestInit = isWorker ? {} : { cache: "no-store" }
// With "manual", Node copies the body in case of a redirect, which costs a sixth of the time of a request.
const redirect = isNode ? "error" : "manual"

const redirected = "the server redirects, and redirects are not followed: set `url` to the final address"

export function createSendOnce(settings: Settings): SendOnce {
  const { endpoint, fetch, timeoutMs } = settings
  const buildHeaders = createHeaders(settings)

  const exchange = async (message: Message, signal: AbortSignal): Promise<AttemptResult> => {
    const response = await fetch(endpoint + message.name, {
      method: "POST",
      headers: await buildHeaders(message),
      body: message.body,
      signal,
      redirect,
      ...cache,
    })
    return readResponse(response, settings.maxResponseBytes)
  }

  return async (message) => {
    const controller = new AbortController()
    // A `fetch` that does not react to the signal must not hang the caller.
    const abort = () => {
      controller.abort()
      return controller.signal.reason
    }
    try {
      return await withTimeout(() => exchange(message, controller.signal), timeoutMs, abort)
    } catch (cause) {
      if (controller.signal.aborted)
        return { kind: "lost", reason: `no answer arrived within ${timeoutMs} ms`, mayRetry: true }
      return failedAttempt(cause)
    }
  }
}

function failedAttempt(cause: unknown): AttemptResult {
  if (wasNeverSent(cause)) return { kind: "unsent", cause }
  if (isRedirect(cause)) return { kind: "lost", reason: redirected, mayRetry: false }
  return {
    kind: "lost",
    reason: "the connection broke before the answer was complete",
    mayRetry: true,
    cause,
  }
}

function createHeaders({
  key,
  signing,
  root,
}: Settings): (message: Message) => Promise<Record<string, string>> {
  const fixed = {
    "content-type": "application/json",
    accept: "application/json",
    // A small compressed answer can be huge when it is decompressed.
    "accept-encoding": "identity",
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  let secret: Promise<CryptoKey> | undefined

  return async ({ name, body, idempotencyKey }) => {
    const headers = idempotencyKey ? { ...fixed, "idempotency-key": idempotencyKey } : fixed
    if (!signing) return headers
    secret ??= signingKey(signing.secret)
    // A signature is valid for one attempt.
    const authorization = await sign(signing.id, await secret, {
      audience: signing.audience,
      method: "POST",
      path: root + name,
      timestamp: Date.now(),
      nonce: newNonce(),
      idempotencyKey,
      body,
    })
    return { ...headers, authorization }
  }
}

async function readResponse(response: Response, maxBytes: number): Promise<AttemptResult> {
  const { status, headers } = response
  const foreign = (
    reason: string,
    mayRetry = status >= 500 || status === 408 || status === 429,
  ): AttemptResult => {
    response.body?.cancel().catch(() => {})
    return { kind: "lost", reason, mayRetry }
  }
  if (status === 0 || (status >= 300 && status < 400)) return foreign(redirected, false)
  if (headers.get("content-type") !== "application/json" || isCompressed(headers))
    return foreign(`an answer with status ${status} did not come from a Mortise server: check \`url\``)
  const bytes = await readBody(response, maxBytes)
  if (!bytes) return foreign(`the answer was larger than ${maxBytes} bytes`, false)
  const body = parseBody(bytes)
  if (status === 200 && body && isAnswer(body)) return { kind: "result", result: body["result"] }
  const error = status === 200 ? undefined : readError(body)
  return error
    ? { kind: "error", error }
    : foreign(`the answer with status ${status} could not be read`, true)
}

/** Whether a body is a result, with or without `hidden` fields. Marks these fields. */
function isAnswer({ result, hidden, ...others }: OwnData): boolean {
  if (result === undefined || Object.keys(others).length > 0) return false
  return hidden === undefined || (isStringArray(hidden) && markPointers(result, hidden))
}

/** Whether this is the error that Node throws for a redirect. */
const isRedirect = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === "unexpected redirect"

const isCompressed = (headers: Headers): boolean =>
  (headers.get("content-encoding") ?? "identity") !== "identity"

function parseBody(bytes: Bytes) {
  try {
    return ownData(JSON.parse(fromUtf8(bytes)))
  } catch {
    return undefined
  }
}
