import { createHmac } from "node:crypto"
import { Auth, type AuthConfig } from "@auth/core"
import { expect, test } from "vitest"
import { cookieJar } from "../../../workshop/src/sign-in/cookie-jar.ts"
import { upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { sharedProcess } from "./harness/shared-process.ts"

const authSecret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"
const tenants = new Map([
  ["acme.app.example", "acme"],
  ["globex.app.example", "globex"],
])

type Jar = ReturnType<typeof cookieJar>

/** The application of docs/tenants.md: Auth.js with one tenant for each host name, and one secret for each tenant. */
function openApp(strategy: "jwt" | "database") {
  const forTenant = memoryAdapter({ tenants: true })
  const links: string[] = []
  const email = {
    id: "email",
    type: "email",
    name: "Email",
    from: "auth@app.example",
    maxAge: 600,
    options: {},
    sendVerificationRequest: async ({ url }: { url: string }) => void links.push(url),
  }
  const handle = async (request: Request): Promise<Response> => {
    const tenant = tenants.get(new URL(request.url).hostname)
    if (!tenant) return new Response(null, { status: 404 })
    const secret = createHmac("sha256", authSecret).update(`tenant/${tenant}`).digest("base64url")
    const config = {
      adapter: forTenant(tenant),
      secret,
      session: { strategy },
      trustHost: true,
      basePath: "/auth",
      providers: [email],
      ...sharedProcess,
    }
    return Auth(request, config as unknown as AuthConfig)
  }
  const visit = async (jar: Jar, url: string, form?: Record<string, string>) => {
    const body = form ? { method: "POST", body: new URLSearchParams(form) } : {}
    const response = await handle(new Request(url, { headers: { cookie: jar.header() }, ...body }))
    jar.store(response.headers.getSetCookie())
    return response
  }
  const requestLink = async (jar: Jar, host: string, address: string) => {
    const { csrfToken } = (await (await visit(jar, `https://${host}/auth/csrf`)).json()) as {
      csrfToken: string
    }
    await visit(jar, `https://${host}/auth/signin/email`, { csrfToken, email: address })
    return links.at(-1) ?? ""
  }
  const user = async (jar: Jar, host: string) => {
    const session = await (await visit(jar, `https://${host}/auth/session`)).json()
    return (session as { user?: { email: string } } | null)?.user?.email
  }
  return { forTenant, visit, requestLink, user }
}

const [acmeHost, globexHost] = ["acme.app.example", "globex.app.example"]
const later = "; Path=/; Max-Age=1000"

test.each(["jwt", "database"] as const)(
  "tenants by host name do not accept each other's cookies and links: %s",
  async (strategy) => {
    const { forTenant, visit, requestLink, user } = openApp(strategy)
    const [acme, globex] = [cookieJar(), cookieJar()]
    await visit(acme, await requestLink(acme, acmeHost, "ada@example.com"))
    await visit(globex, await requestLink(globex, globexHost, "grace@example.com"))
    expect(await user(acme, acmeHost)).toBe("ada@example.com")
    expect(await user(globex, globexHost)).toBe("grace@example.com")

    const stolen = cookieJar()
    stolen.store(
      acme
        .header()
        .split("; ")
        .map((cookie) => cookie + later),
    )
    expect(await user(stolen, acmeHost), "the copy works at its own tenant").toBe("ada@example.com")
    const moved = cookieJar()
    moved.store(
      acme
        .header()
        .split("; ")
        .map((cookie) => cookie + later),
    )
    expect(await user(moved, globexHost)).toBeUndefined()

    const link = await requestLink(acme, acmeHost, "eve@example.com")
    const elsewhere = await visit(globex, link.replaceAll("acme.app", "globex.app"))
    expect(elsewhere.headers.get("location")).toContain("error=Verification")
    expect(await upkeep(forTenant("globex")).count("user")).toBe(1)
    expect((await visit(acme, "https://forged.app.example/auth/session")).status).toBe(404)
  },
)
