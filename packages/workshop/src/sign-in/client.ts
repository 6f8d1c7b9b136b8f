import { cookieJar } from "./cookie-jar.ts"

const sessionCookie = "__Secure-authjs.session-token"

/** The page after all redirects. */
type Page = {
  readonly url: string
  readonly path: string
  readonly status: number
  readonly text: string
}
type Form = Readonly<Record<string, string>>

/**
 * A browser with cookies but without a screen. It calls the application at `origin` in process, and every other origin
 * over HTTP.
 */
export function createClient(origin: string, handle: (request: Request) => Promise<Response>) {
  const jars = new Map<string, ReturnType<typeof cookieJar>>()

  function jarOf(url: URL) {
    const jar = jars.get(url.origin) ?? cookieJar()
    jars.set(url.origin, jar)
    return jar
  }

  async function send(url: URL, form?: Form): Promise<Response> {
    const request = new Request(url, {
      headers: { cookie: jarOf(url).header() },
      redirect: "manual",
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    })
    const response = await (url.origin === origin ? handle(request) : fetch(request))
    jarOf(url).store(response.headers.getSetCookie())
    return response
  }

  /** Opens a URL, or posts a form to it, and follows every redirect. */
  async function visit(address: string, form?: Form): Promise<Page> {
    const url = new URL(address, origin)
    const response = await send(url, form)
    const location = response.headers.get("location")
    if (location) return visit(new URL(location, url).href)
    return {
      url: url.href,
      path: url.pathname + url.search,
      status: response.status,
      text: await response.text(),
    }
  }

  /** Posts a form with a CSRF token to the application, as its own pages do. */
  async function submit(path: string, form: Form = {}): Promise<Page> {
    const { csrfToken } = JSON.parse((await visit("/auth/csrf")).text)
    return visit(path, { csrfToken, ...form })
  }

  const home = jarOf(new URL(origin))

  /** Posts JSON to the application, as a script of its pages does. */
  async function postJson(path: string, body: object): Promise<Response> {
    const headers = { cookie: home.header(), origin, "content-type": "application/json" }
    const request = new Request(new URL(path, origin), {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
    const response = await handle(request)
    home.store(response.headers.getSetCookie())
    return response
  }

  return {
    visit,
    submit,
    postJson,
    requestLink: (email: string) => submit("/auth/signin/nodemailer", { email }),
    /** Signs in as a person at an identity provider, without an existing session there. */
    async signInWith(provider: string, login: string): Promise<Page> {
      for (const [at, jar] of jars) if (at !== origin) jar.clear()
      const loginPage = await submit(`/auth/signin/${provider}`)
      return loginPage.url.startsWith(origin) ? loginPage : visit(loginPage.url, { login })
    },
    signOut: () => submit("/auth/signout"),
    /** The session that the application returns; `null` if no user is signed in. */
    session: async () => JSON.parse((await visit("/auth/session")).text),
    /** The value of the session cookie. */
    token: () => home.find(sessionCookie)?.value,
    sessionCookie: () => home.find(sessionCookie),
    /** Stores cookies of the application. */
    store: home.store,
    forgetCookies: home.clear,
    holdToken: (token: string) =>
      home.store([`${sessionCookie}=${token}; Path=/; HttpOnly; Secure; SameSite=Lax`]),
  }
}
