import { type BetterAuthOptions, betterAuth } from "better-auth"
import { magicLink } from "better-auth/plugins"
import { vi } from "vitest"
import { printDeep } from "../../../../conformance/src/engine/print.ts"

/** What must not be in a log. */
const secrets = {
  email: "ada.lovelace@example.com",
  name: "Ada Lovelace",
  password: "correct horse battery staple",
  token: "token-of-the-mailed-link",
} as const

const origin = "http://localhost:3000"

/** The options whose tables the sign-ups use. */
export const options = {
  baseURL: origin,
  secret: "a secret of these tests with enough characters",
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  emailAndPassword: { enabled: true },
  plugins: [magicLink({ sendMagicLink: () => {}, generateToken: async () => secrets.token })],
} satisfies BetterAuthOptions

/**
 * Starts Better Auth, makes its database fail, asks for a link and signs up. Returns the statuses, and the secrets in
 * the log.
 */
export async function failingSignUps(database: BetterAuthOptions["database"], fail: () => Promise<unknown>) {
  const logged: unknown[] = []
  const spies = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...args) => void logged.push(args)),
  )
  const auth = betterAuth({
    ...options,
    database,
    logger: { level: "debug", log: (_level, ...args) => void logged.push(args) },
  })
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { origin, "content-type": "application/json" }
    const request = new Request(`${origin}/api/auth${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
    return (await auth.handler(request)).status
  }
  await auth.handler(new Request(`${origin}/api/auth/ok`))
  await fail()
  const { email, name, password } = secrets
  const statuses = [
    await post("/sign-in/magic-link", { email }),
    await post("/sign-up/email", { email, name, password }),
  ]
  for (const spy of spies) spy.mockRestore()
  const text = printDeep(logged)
  const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
  return { statuses, lines: logged.length, found: found.map(([what]) => what) }
}
