import type { HttpResponse } from "../../http/server/responses.ts"
import type { ServerRequest } from "../../http/server/server-request.ts"
import { fromUtf8 } from "../../shared/bytes.ts"
import { ownData } from "../../shared/own-data.ts"
import {
  type ActionInput,
  type ActionName,
  type ActionResult,
  actionNames,
  inputNames,
  type Overview,
} from "./api-types.ts"
import { RequestError, toRequestError } from "./request-error.ts"
import { respondError, respondJson } from "./responses.ts"
import type { Source } from "./source.ts"
import { parseLimit, parseQuery } from "./user-query.ts"

export const apiPrefix = "/api/"

/** One line of the log of changes. It has ids and handles, and neither addresses nor secrets. */
export type LoggedChange = {
  readonly action: ActionName
  readonly userId?: string
  readonly handle?: string
  /** For the breach tools: the rule, such as `domain:example.com`, and the run. */
  readonly rule?: string
  readonly run?: string
  /** `done`; `incomplete` if some sessions could not be ended; or the code of the error. */
  readonly outcome: string
  /** How many rows were changed. */
  readonly changed?: number
}

export type ApiOptions = {
  /** The name of the database. */
  readonly place?: string | undefined
  readonly isWritable: boolean
  readonly onChange: (change: LoggedChange) => void
}

const maxBodyBytes = 16 * 1024
// The longest list of users.
const maxListBytes = 256 * 1024

/** Answers the requests of the page after it has signed in: GET reads, POST changes. */
export async function answerApi(
  source: Source,
  request: ServerRequest,
  options: ApiOptions,
): Promise<HttpResponse> {
  const { pathname, searchParams } = new URL(request.url)
  const name = pathname.slice(apiPrefix.length)
  try {
    const isAction = actionNames.includes(name as ActionName)
    if (request.method !== (isAction ? "POST" : "GET"))
      throw new RequestError(405, "method", `Use ${isAction ? "POST" : "GET"}.`)
    if (isAction) return respondJson(await change(source, name as ActionName, request, options))
    checkSite(request)
    return respondJson(await read(source, name, searchParams, options))
  } catch (error) {
    return respondError(await toRequestError(error))
  }
}

const buildOverview = ({ overview }: Source, { place, isWritable }: ApiOptions): Overview => ({
  ...overview,
  place: place ?? null,
  isWritable,
})

function read(source: Source, name: string, query: URLSearchParams, options: ApiOptions): Promise<object> {
  const text = (key: string) => query.get(key) ?? ""
  switch (name) {
    case "overview":
      return Promise.resolve(buildOverview(source, options))
    case "users":
      return source.users(parseQuery(query), query.get("after"), parseLimit(query.get("limit")))
    case "list-options":
      return source.listOptions()
    case "user":
      return source.user(text("id"))
    case "sessions":
      return source.sessions(text("id"), query.get("after"))
    case "count":
      return source.count(parseModel(source, text("model")), query.has("exact"))
    case "health":
      return source.health()
    default:
      throw new RequestError(404, "not_found", "The studio has no such request.")
  }
}

function parseModel({ overview: { models } }: Source, text: string): string {
  if (models.includes(text)) return text
  throw new RequestError(400, "invalid", `The model must be one of ${models.join(", ")}.`)
}

async function change(
  source: Source,
  action: ActionName,
  request: ServerRequest,
  { isWritable, onChange }: ApiOptions,
): Promise<ActionResult> {
  checkWriteOrigin(request)
  if (!isWritable)
    throw new RequestError(403, "read_only", "The studio is read-only: start it with --write to change rows.")
  const input = await readInput(request, action === "count-revocation" ? maxListBytes : maxBodyBytes)
  const ids = pickLoggedFields(input)
  try {
    const result = await source.act(action, input)
    const { changed, notEnded = [], revocation } = result
    const run = revocation && { run: revocation.run }
    onChange({ action, ...ids, ...run, outcome: notEnded.length > 0 ? "incomplete" : "done", changed })
    return result
  } catch (error) {
    const requestError = await toRequestError(error)
    onChange({ action, ...ids, outcome: requestError.code })
    throw requestError
  }
}

/** The part of an input that the log has. A list of users has addresses. */
function pickLoggedFields({ userId, handle, run, rule, value }: ActionInput): Partial<LoggedChange> {
  const named = rule === "provider" || rule === "domain" ? `${rule}:${value}` : rule
  const ids = Object.entries({ userId, handle, run, rule: named })
  return Object.fromEntries(ids.filter(([, text]) => text !== ""))
}

/** A text that was not given is empty. */
async function readInput(request: ServerRequest, maxBytes: number): Promise<ActionInput> {
  const body = await request.readBody(maxBytes)
  if (!body) throw new RequestError(413, "too_large", "The request is too large.")
  const fields = parseBody(body)
  const text = (name: string): string => {
    const value = fields?.[name] ?? ""
    if (typeof value === "string") return value
    throw invalidBody()
  }
  if (!fields) throw invalidBody()
  return Object.fromEntries(inputNames.map((name) => [name, text(name)])) as ActionInput
}

function parseBody(body: Parameters<typeof fromUtf8>[0]) {
  try {
    return ownData(JSON.parse(fromUtf8(body)))
  } catch {
    throw invalidBody()
  }
}

const invalidBody = (): RequestError =>
  new RequestError(400, "invalid", "The body must be a JSON object of texts.")

/**
 * Throws for a request that another site made the browser send. A page on another port of this machine counts as the same
 * site, and its requests carry the cookie, so only the same origin is accepted.
 */
function checkSite({ headers }: ServerRequest): void {
  const site = headers.get("sec-fetch-site")
  // Browsers from before 2023 and programs do not send the header.
  if (site === null || site === "same-origin") return
  throw new RequestError(403, "foreign_origin", "Another site sent this request.")
}

/** Throws for a write that did not come from the page: a form can send neither this content type nor this origin. */
function checkWriteOrigin(request: ServerRequest): void {
  const { headers } = request
  checkSite(request)
  if (headers.get("origin") !== `http://${headers.get("host")}`)
    throw new RequestError(403, "foreign_origin", "A change needs the Origin of the studio.")
  if (headers.get("content-type") !== "application/json")
    throw new RequestError(415, "content_type", "A change needs the content type application/json.")
}
