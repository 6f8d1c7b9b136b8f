import type { Settings } from "../config/settings.ts"
import { cookieHeaders } from "../http/cookie-headers.ts"
import type { SetCookies } from "../http/cookies.ts"
import { failure, refusals } from "./refusals.ts"
import type { RouteAnswer, RouteRefusal } from "./route-call.ts"
import { pageHtml, type RoutePage } from "./route-page.ts"

/** How the routes' answers become responses. */
export type Respond = {
  success(request: AnyRequest, answer: RouteAnswer): Response
  refusal(request: AnyRequest, refused: RouteRefusal, headers?: Readonly<Record<string, string>>): Response
  /** The store, the mailer or the provider failed: no cookie changes. */
  failure(request: AnyRequest): Response
}

type AnyRequest = Pick<Request, "headers">

// A page has a token in its URL, so no other site may see the whole URL. Without an origin, its form would be refused.
const pageHeaders = { "content-type": "text/html; charset=utf-8", "referrer-policy": "strict-origin" }
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"

/** A browser that opens a page or posts a form asks for HTML, and a script does not. */
const isScript = ({ headers }: AnyRequest): boolean => !headers.get("accept")?.includes("text/html")

export function createRespond(
  { signInPath }: Settings,
  ownPage: ((page: RoutePage) => string) | undefined,
  onError: (error: unknown) => void,
): Respond {
  const render = (shown: RoutePage): string => {
    try {
      return (ownPage ?? pageHtml)(shown)
    } catch (error) {
      // The response's cookies must arrive: the link or code is used up by now.
      onError(error)
      return pageHtml(shown)
    }
  }
  const security = `${ownPage ? "" : `${policy}; `}frame-ancestors 'none'`

  const send = (status: number, body: string | null, headers: object, cookies: SetCookies): Response =>
    new Response(body, {
      status,
      headers: cookieHeaders(cookies, { ...headers, "cache-control": "no-store" }),
    })

  const json = (status: number, body: object, headers: object, cookies: SetCookies): Response =>
    send(status, JSON.stringify(body), { ...headers, "content-type": "application/json" }, cookies)

  const page = (shown: Omit<RoutePage, "signIn">, headers: object, cookies: SetCookies): Response => {
    const all = { ...headers, ...pageHeaders, "content-security-policy": security }
    return send(shown.status, render({ ...shown, signIn: signInPath }), all, cookies)
  }

  const explain = (
    request: AnyRequest,
    reason: string,
    [status, text]: readonly [number, string],
    { cookies, form, headers = {} }: Pick<RouteRefusal, "cookies" | "form"> & { readonly headers?: object },
  ): Response =>
    isScript(request)
      ? json(status, { ok: false, reason, message: text }, headers, cookies)
      : page({ status, title: "Sign-in", text, reason, ...(form && { form }) }, headers, cookies)

  return {
    success(request, { json: body, redirect, page: shown, cookies }) {
      if (isScript(request) || (redirect === undefined && !shown))
        return json(200, { ok: true, ...body }, {}, cookies)
      if (redirect !== undefined) return send(303, null, { location: redirect }, cookies)
      return page({ status: 200, title: "", text: "", ...shown }, {}, cookies)
    },
    refusal: (request, { reason, cookies, form }, headers = {}) =>
      explain(request, reason, refusals[reason], { cookies, headers, ...(form && { form }) }),
    failure: (request) => explain(request, "unavailable", failure, { cookies: [] }),
  }
}
