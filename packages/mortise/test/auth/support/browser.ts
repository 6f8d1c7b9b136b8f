import { cookieJar } from "../../../../workshop/src/sign-in/cookie-jar.ts"

type Sent = {
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const origin = "https://app.example"
export const sessionCookie = "__Host-mortise.session"

/** A minimal browser: it stores the cookies that it receives, and sends them with each request. */
export function openBrowser(at = origin) {
  const jar = cookieJar()
  const browser = {
    jar,
    /** A POST without a body. */
    post: (headers: Readonly<Record<string, string>> = {}) =>
      browser.request("/", { method: "POST", headers }),
    /** A request to the application; a form or JSON makes it a POST. */
    request(path = "/", { form, json, method, headers }: Sent = {}): Request {
      const body = form
        ? new URLSearchParams(form).toString()
        : json === undefined
          ? null
          : JSON.stringify(json)
      const type = form ? "application/x-www-form-urlencoded" : "application/json"
      return new Request(new URL(path, at), {
        method: method ?? (body === null ? "GET" : "POST"),
        headers: { cookie: jar.header(), ...(body !== null && { "content-type": type }), ...headers },
        body,
      })
    },
    /** Stores the cookies of a result, and returns the result. SEC-S11: no result may carry them into JSON. */
    keep<T extends { readonly cookies: readonly string[] }>(answer: T): T {
      if (Object.hasOwn(JSON.parse(JSON.stringify(answer)), "cookies"))
        throw new Error("JSON has the cookies")
      jar.store(answer.cookies)
      return answer
    },
    /** The value of the session cookie. */
    token: () => jar.find(sessionCookie)?.value,
    holdToken: (token: string) => jar.store([`${sessionCookie}=${token}; Path=/; Max-Age=1000`]),
  }
  return browser
}

export type Browser = ReturnType<typeof openBrowser>
