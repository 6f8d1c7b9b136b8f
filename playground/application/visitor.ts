import type { ApplicationResponse, AuthName } from "../protocol.ts"

type Handle = (request: Request) => Promise<Response>
type Page = { readonly url: string; readonly status: number; readonly text: string }

/**
 * A browser without a screen. It stores cookies until the server clears them, even after they expire: the server must
 * judge an old cookie, not the browser. It follows redirects, and presses the button of the page that confirms a link.
 */
export function openVisitor(origin: string, auth: AuthName, handle: Handle) {
  const jars = new Map<string, Map<string, string>>()
  const openJar = (url: URL) => {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    return jar
  }

  async function send(url: URL, body?: string | URLSearchParams): Promise<Response> {
    const jar = openJar(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const request = new Request(url, {
      redirect: "manual",
      headers: { cookie, ...(body !== undefined && { origin: url.origin }) },
      ...(body !== undefined && { method: "POST", body }),
    })
    const response = await (url.origin === origin ? handle(request) : fetch(request))
    for (const line of response.headers.getSetCookie()) storeCookie(jar, line)
    return response
  }

  async function visit(address: string, form?: Readonly<Record<string, string>>): Promise<Page> {
    const url = new URL(address, origin)
    const response = await send(url, form && new URLSearchParams(form))
    const location = response.headers.get("location")
    const next = location && new URL(location, url)
    // The page itself is not part of the application.
    if (next && next.origin === origin && next.pathname === "/")
      return { url: next.href, status: 200, text: "" }
    if (next) return visit(next.href)
    return { url: url.href, status: response.status, text: await response.text() }
  }

  async function call<T = object>(route: string, body?: object): Promise<ApplicationResponse<T>> {
    const url = new URL(`/app/${auth}/${route}`, origin)
    const response = await send(url, body && JSON.stringify(body))
    return (await response.json()) as ApplicationResponse<T>
  }

  return {
    visit,
    call,
    cookie: (name: string) => openJar(new URL(origin)).get(name),
    /** The values of all cookies of the application. */
    cookies: () => [...openJar(new URL(origin)).values()],
    /** Opens a mailed link, and confirms it if the application asks. */
    async follow(link: string): Promise<Page> {
      const page = await visit(link)
      const fields = [...page.text.matchAll(/name="([^"]*)" value="([^"]*)"/g)]
      if (fields.length === 0) return page
      return visit(
        page.url,
        Object.fromEntries(fields.map(([, name, value]) => [name, unescapeHtml(value ?? "")])),
      )
    },
    /** Signs in as a person at the OpenID provider. */
    async signInAtProvider(login: string): Promise<Page> {
      const started = await call<{ url: string }>("openid", {})
      if (!started.ok) throw new Error(`The sign-in could not start: ${started.reason}`)
      const loginPage = await visit(started.url)
      return loginPage.url.startsWith(origin) ? loginPage : visit(loginPage.url, { login })
    },
  }
}

export type Visitor = ReturnType<typeof openVisitor>

function storeCookie(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(/;\s*/)
  const at = pair.indexOf("=")
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  const isCleared = value === "" || attributes.some((attribute) => /^max-age=0$/i.test(attribute))
  if (isCleared) jar.delete(name)
  else jar.set(name, value)
}

const unescapeHtml = (text: string): string =>
  text.replace(/&#(\d+);/g, (_match, code) => String.fromCharCode(Number(code)))
