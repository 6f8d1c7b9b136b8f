import type { HttpResponse } from "../../http/server/responses.ts"
import { visibleJson } from "../../shared/visible-text.ts"
import { type Notice, noticeDocument, noticeStyleSource } from "./notice-page.ts"
import type { RequestError } from "./request-error.ts"

const policyWith = (style: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ")

const securityHeaders = {
  "cache-control": "private, no-store",
  "content-security-policy": policyWith("'self'"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
}

/** A response with the headers that every response of the studio has. */
export const respond = (
  status: number,
  contentType: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): HttpResponse => ({ status, body, headers: { ...securityHeaders, "content-type": contentType, ...more } })

export const respondJson = (body: object, status = 200): HttpResponse =>
  respond(status, "application/json", visibleJson(body))

/** A page without a script. Its style is part of it, because a browser that is not signed in gets no other file. */
export const respondNotice = (status: number, notice: Notice): HttpResponse =>
  respond(status, "text/html; charset=utf-8", noticeDocument(notice), {
    "content-security-policy": policyWith(`'self' ${noticeStyleSource}`),
  })

/**
 * Sends the browser to a path of this server. The page of another site that the person came from makes a redirect
 * cross-site, and then the browser does not send a strict cookie. A document of this server redirects instead.
 */
export function redirectTo(path: string, isCrossSite: boolean, cookie?: string): HttpResponse {
  const headers = cookie === undefined ? {} : { "set-cookie": cookie }
  if (!isCrossSite) return respond(303, "text/plain", "", { location: path, ...headers })
  const document = `<!doctype html><meta http-equiv="refresh" content="0; url=${path}">`
  return respond(200, "text/html; charset=utf-8", document, headers)
}

export const respondError = ({ status, code, message }: RequestError): HttpResponse =>
  respondJson({ error: { code, message } }, status)
