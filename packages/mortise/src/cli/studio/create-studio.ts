import type { HttpResponse } from "../../http/server/responses.ts"
import type { ServerRequest } from "../../http/server/server-request.ts"
import type { AnswerRequest } from "../serve/node-listener.ts"
import { type Access, createAccess, linkPrefix } from "./access.ts"
import { type ApiOptions, answerApi, apiPrefix } from "./answer-api.ts"
import { notices, signInSentence } from "./notice-page.ts"
import { type PageFiles, pageDocument } from "./page-files.ts"
import { RequestError } from "./request-error.ts"
import { redirectTo, respond, respondError, respondNotice } from "./responses.ts"
import type { Source } from "./source.ts"

export type StudioOptions = ApiOptions & {
  readonly source: Source
  /** Absent in a checkout that was not built. */
  readonly files: PageFiles | undefined
  /** The clock, in milliseconds. */
  readonly now?: () => number
}

export type StudioServer = {
  /** The path that signs a browser in, once. */
  readonly linkPath: string
  readonly answer: AnswerRequest
}

/** The admin page of a store or of Better Auth's tables. The caller answers only requests to loopback names. */
export function createStudio({ source, files, now = Date.now, ...options }: StudioOptions): StudioServer {
  const access = createAccess(now)
  return {
    linkPath: access.linkPath,
    async answer(request) {
      const { pathname } = new URL(request.url)
      const isSignedIn = access.isSignedIn(request.headers.get("cookie"))
      if (pathname.startsWith(linkPrefix)) return openLink(access, request, pathname, isSignedIn)
      if (pathname.startsWith(apiPrefix))
        return isSignedIn ? answerApi(source, request, options) : respondError(signInFirst())
      return isSignedIn ? answerPage(request, pathname, files) : respondNotice(401, notices.notSignedIn)
    },
  }
}

const signInFirst = (): RequestError => new RequestError(401, "not_signed_in", signInSentence)

/** Exchanges the token of the link for a cookie. The new address is without the token. */
function openLink(
  access: Access,
  { method, headers }: ServerRequest,
  pathname: string,
  isSignedIn: boolean,
): HttpResponse {
  // A HEAD request must not consume the link.
  if (method !== "GET") return respond(405, "text/plain", "", { allow: "GET" })
  const isCrossSite = !["none", "same-origin"].includes(headers.get("sec-fetch-site") ?? "none")
  if (isSignedIn) return redirectTo("/", isCrossSite)
  const cookie = access.exchange(pathname.slice(linkPrefix.length))
  if (cookie !== undefined) return redirectTo("/", isCrossSite, cookie)
  return respondNotice(403, notices.usedLink)
}

function answerPage({ method }: ServerRequest, pathname: string, files: PageFiles | undefined): HttpResponse {
  if (method !== "GET" && method !== "HEAD") return respond(405, "text/plain", "", { allow: "GET, HEAD" })
  if (!files) return respondNotice(503, notices.notBuilt)
  switch (pathname) {
    case "/":
      return respond(200, "text/html; charset=utf-8", pageDocument)
    case "/page.js":
      return respond(200, "text/javascript; charset=utf-8", files.script)
    case "/page.css":
      return respond(200, "text/css; charset=utf-8", files.style)
    case "/favicon.ico":
      return respond(204, "image/x-icon", "")
    default:
      return respondNotice(404, notices.noPage)
  }
}
