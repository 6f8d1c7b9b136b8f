import { type Auth, createAuth, type Provider, type SessionStrategy } from "../../../src/auth/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

const origin = "http://localhost:3000"

const github: Provider = {
  id: "github",
  type: "oauth",
  authorization: "https://github.com/login/oauth/authorize",
  token: "https://github.com/login/oauth/access_token",
  userinfo: "https://api.github.com/user",
  clientId: "app",
  clientSecret: "secret",
  profile: ({ id }) => ({ id: String(id) }),
}

/** Tries each part of `mortise/auth` that may need a package: the result, or the message of its error. */
export const tryEverything = async (): Promise<Response> =>
  Response.json({
    database: await outcome(() => signInByEmail("database")),
    jwt: await outcome(() => signInByEmail("jwt")),
    oauth: await outcome(startOAuth),
  })

async function outcome(run: () => Promise<string>): Promise<string> {
  try {
    return await run()
  } catch (error) {
    return String(error)
  }
}

/** Returns the email of the user whose session was read back. */
async function signInByEmail(strategy: SessionStrategy): Promise<string> {
  const links: string[] = []
  const auth = create(strategy, [], (link) => links.push(link))
  await readWithoutCookie(auth)
  await auth.email.request(post("/sign-in"), { email: "ada@example.com" })
  const page = auth.email.peek(new Request(links[0] ?? origin))
  if (!page.ok) return page.reason
  const signedIn = await auth.email.follow(post("/auth/confirm", new URLSearchParams(page.fields)))
  const cookie = signedIn.cookies.map((line) => line.split(";")[0]).join("; ")
  const { user } = await auth.sessions.read(new Request(origin, { headers: { cookie } }))
  return user?.email ?? "signed out"
}

/** Returns the address that the browser is sent to, without its parameters. */
async function startOAuth(): Promise<string> {
  const auth = create("jwt", [github], () => {})
  await readWithoutCookie(auth)
  const started = await auth.oauth.start(post("/sign-in"), "github")
  return started.ok ? (started.url.split("?")[0] ?? "") : started.reason
}

function create(
  strategy: SessionStrategy,
  providers: readonly Provider[],
  send: (link: string) => unknown,
): Pick<Auth, "email" | "oauth" | "sessions"> {
  return createAuth({
    adapter: memoryAdapter(),
    secret: crypto.randomUUID() + crypto.randomUUID(),
    origin,
    session: { strategy },
    providers,
    email: { sendLink: ({ link }) => void send(link) },
  })
}

// A missing package must be reported by this first call, long before the first sign-in.
async function readWithoutCookie({ sessions }: Pick<Auth, "sessions">): Promise<void> {
  try {
    await sessions.read(new Request(origin))
  } catch (error) {
    throw new Error(`first call: ${error}`)
  }
}

const post = (path: string, body?: URLSearchParams): Request =>
  new Request(origin + path, { method: "POST", headers: { origin }, body: body ?? null })
