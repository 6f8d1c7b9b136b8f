import { MortiseError } from "../../../../contract/errors.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import { fromUtf8 } from "../../../../shared/bytes.ts"
import { readBody } from "../../../../shared/read-body.ts"
import type { Sending } from "../../connection/connection.ts"

/** The part of a `Redis` of @upstash/redis that is public. Mortise also reads its address and its token. */
export type UpstashClient = { evalsha(...args: never[]): unknown; pipeline(): unknown }

/** Where a client sends its requests. `backend` exists on Fastly. */
type Endpoint = {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly options?: { readonly cache?: RequestCache; readonly backend?: string } | undefined
}

type Body = { readonly result?: unknown; readonly error?: unknown }

/** Sends one command in one request. The answer is text, a number, null, or a list of them. */
export type SendRequest = (command: readonly string[], sending?: Sending) => Promise<unknown>

/**
 * Sends commands to the client's database by requests of its own. The client repeats a request whose answer was lost,
 * even with `retry: false`, so that a write could be applied twice. It also parses texts that look like JSON, and returns
 * the reason of an aborted signal as an answer.
 */
export function createRequests(client: UpstashClient): SendRequest {
  const { baseUrl, headers, options } = readEndpoint(client)
  // A database with replicas waits until one of them has what this client has seen.
  let syncToken = ""
  return async (command, sending) => {
    sending?.onSend()
    const sent = new Headers(headers)
    sent.set("Upstash-Encoding", "base64")
    sent.set("upstash-sync-token", syncToken)
    const response = await fetch(baseUrl, {
      method: "POST",
      headers: sent,
      body: JSON.stringify(command),
      // Some runtimes do not know the option. A framework must not answer from its cache.
      ...(options?.cache && { cache: "no-store" }),
      ...(options?.backend && { backend: options.backend }),
      ...(sending && { signal: sending.signal }),
    })
    syncToken = response.headers.get("upstash-sync-token") ?? syncToken
    return answerIn(response.status, await readAnswer(response))
  }
}

// More than any operation asks for, and less than what fills the memory.
const maxAnswerBytes = 64 * 1024 * 1024

/** The answer; an empty one if it is too large or cannot be read. */
async function readAnswer(response: Response): Promise<Body> {
  try {
    const bytes = await readBody(response, maxAnswerBytes)
    return bytes ? JSON.parse(fromUtf8(bytes)) : {}
  } catch {
    return {}
  }
}

export function readEndpoint(client: UpstashClient): Endpoint {
  const { client: endpoint, evalsha } = Object(client) as { client?: Partial<Endpoint>; evalsha?: unknown }
  const { baseUrl, headers, options } = Object(endpoint) as Partial<Endpoint>
  if (typeof evalsha !== "function" || typeof baseUrl !== "string" || headers === undefined)
    throwInvalid(
      "upstashAdapter takes a Redis of @upstash/redis that was made with a url and a token: upstashAdapter(Redis.fromEnv()).",
    )
  if (baseUrl === "" || !/^Bearer (?!undefined$)./.test(headers["authorization"] ?? ""))
    throwInvalid(
      "This Redis of @upstash/redis has no url or no token: check UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.",
    )
  return { baseUrl, headers, options }
}

/** Returns the answer in a response, or throws. Other errors than replies mean that the answer was lost. */
function answerIn(status: number, { result, error }: Body): unknown {
  if (status === 401 || status === 403) throw new Error("NOAUTH")
  // Refused before anything ran.
  if (status === 429) throw new Error("BUSY")
  if (typeof error === "string" && status < 500)
    throw limitError(error) ?? Object.assign(new Error(error), { name: "ReplyError" })
  if (status !== 200 || result === undefined) throw new Error(`Upstash answered with the status ${status}.`)
  return decodeAnswer(result)
}

function limitError(reply: string): MortiseError | undefined {
  if (/^ERR max .*size exceeded/.test(reply))
    return new MortiseError(
      "invalid",
      "A value is larger than this Upstash database accepts: shorten it, or raise the limit of the database.",
    )
  if (/^ERR (max .*limit|DB capacity quota) exceeded/.test(reply))
    return new MortiseError(
      "unavailable",
      "This Upstash database has reached a limit of its plan: see its usage in the Upstash console.",
    )
  return undefined
}

// A text can start with a byte order mark, which must stay.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Texts arrive in base64, except the status OK. */
function decodeAnswer(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(decodeAnswer)
  if (typeof answer !== "string" || answer === "OK") return answer
  return decoder.decode(Uint8Array.from(atob(answer), (character) => character.charCodeAt(0)))
}
