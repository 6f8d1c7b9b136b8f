import { DurableObject } from "cloudflare:workers"
import { printMail } from "mortise"
import { authRoutes, cookieHeaders, createAuth } from "mortise/auth"
import { durableObjectAdapter } from "mortise/durable-object"
import { migrate } from "mortise/migrate"
import { serve } from "mortise/server"

export type Env = {
  readonly AUTH: DurableObjectNamespace<AuthObject>
  readonly ORIGIN: string
  readonly AUTH_SECRET: string
  /** The hash of the key that other workers have. */
  readonly KEY_HASH: string
}

/** All users and sessions, the sign-in routes, and the store for other workers. */
export class AuthObject extends DurableObject<Env> {
  readonly #answer: (request: Request) => Promise<Response>

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.blockConcurrencyWhile(() => migrate(durableObjectAdapter(ctx.storage)))
    this.#answer = application(ctx.storage, env)
  }

  override fetch(request: Request): Promise<Response> {
    return this.#answer(request)
  }
}

function application(storage: DurableObjectStorage, env: Env): (request: Request) => Promise<Response> {
  const adapter = durableObjectAdapter(storage)
  const auth = createAuth({
    adapter,
    secret: env.AUTH_SECRET,
    origin: env.ORIGIN,
    session: { strategy: "database" },
    clientAddress: (request) => request.headers.get("cf-connecting-ip") ?? undefined,
    // Replace it with a request to your mail service.
    email: { sendLink: printMail },
  })
  const routes = authRoutes(auth)
  const store = serve(adapter, {
    keys: [{ id: "reader", hash: env.KEY_HASH, permissions: ["reads"] }],
    path: "/store",
  })
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/store/")) return store(request)
    if (pathname.startsWith("/auth/")) return routes(request)
    const { user, cookies } = await auth.sessions.read(request)
    const content = user ? account(user.email ?? "") : signIn
    return new Response(`<!doctype html><meta charset="utf-8"><title>App</title>${content}`, {
      headers: cookieHeaders(cookies, { "content-type": "text/html", "cache-control": "no-store" }),
    })
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

const signIn = `<form method="post" action="/auth/email">
<label>Email <input name="email" type="email" required></label> <button>Send me a link</button></form>`

const account = (email: string) => `<p>Hello ${escaped(email)}</p>
<form method="post" action="/auth/sign-out"><button>Sign out</button></form>`
