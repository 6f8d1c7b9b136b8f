import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { BetterAuthOptions } from "better-auth"
import { emailOTP, magicLink } from "better-auth/plugins"
import { onTestFinished } from "vitest"
import { type Application, isSignedIn, type Visitor } from "../../better-auth/layers/application.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"
import { runCommand } from "./run-command.ts"

/** Texts that no output and no receipt may contain. */
export const authCanaries = ["refresh-canary", "access-canary", "id-canary", "@"]

/** An application that mails links and codes. Its passwords need no time. */
export const mailing: BetterAuthOptions = {
  emailAndPassword: {
    enabled: true,
    password: { hash: async (text) => text, verify: async ({ hash, password }) => hash === password },
    sendResetPassword: async () => {},
  },
  plugins: [emailOTP({ sendVerificationOTP: async () => {} }), magicLink({ sendMagicLink: async () => {} })],
}

/** A signed-in user with accounts at providers, a magic link, a code and a link to reset the password. */
export async function addAuthUser(
  application: Application,
  email: string,
  providers: readonly string[],
): Promise<Visitor> {
  const { context, findUserId, visit } = application
  const visitor = visit()
  await visitor.signUp(email)
  const userId = await findUserId(email)
  for (const providerId of providers)
    await context.internalAdapter.linkAccount({
      providerId,
      accountId: email,
      userId,
      accessToken: `access-canary-${email}`,
      refreshToken: `refresh-canary-${email}`,
      idToken: `id-canary-${email}`,
    })
  await visit().post("/sign-in/magic-link", { email })
  await visit().post("/email-otp/send-verification-otp", { email, type: "sign-in" })
  await visit().post("/request-password-reset", { email })
  return visitor
}

/** Ada and Bob at one domain, Eve at another one, and a magic link to an address without a user. */
export async function addAuthUsers(application: Application) {
  const visitors = {
    ada: await addAuthUser(application, "ada@example.com", ["github", "google"]),
    bob: await addAuthUser(application, "bob@example.com", ["google"]),
    eve: await addAuthUser(application, "eve@sub.example.com", ["github"]),
  }
  await application.visit().post("/sign-in/magic-link", { email: "new@example.com" })
  return visitors
}

export const everythingOfAuth = [
  ...["code-ada", "code-bob", "code-eve", "github-ada", "github-eve", "google-ada", "google-bob"],
  ...["magic-ada", "magic-bob", "magic-eve", "magic-new", "reset-ada", "reset-bob", "reset-eve"],
  ...["session-ada", "session-bob", "session-eve"],
]

const nameUser = (email: string) => email.replace(/@.*/, "")

/** What is left: who is signed in, and the names of accounts with tokens and of links. */
export async function leftInAuth(
  { adapter, findUserId }: Application,
  visitors: Readonly<Record<string, Visitor>>,
): Promise<string[]> {
  const left: string[] = []
  for (const [name, visitor] of Object.entries(visitors))
    if (await isSignedIn(visitor)) left.push(`session-${name}`)
  type Fields = Readonly<Record<"providerId" | "accountId" | "identifier" | "value", string>>
  for (const row of await adapter.findMany<Fields & { accessToken: string | null }>({ model: "account" }))
    if (row.accessToken) left.push(`${row.providerId}-${nameUser(row.accountId)}`)
  const emails = ["ada@example.com", "bob@example.com", "eve@sub.example.com"]
  const ids = new Map(
    await Promise.all(emails.map(async (email) => [await findUserId(email), email] as const)),
  )
  for (const { identifier, value } of await adapter.findMany<Fields>({ model: "verification" })) {
    const [, address] = identifier.split("-otp-")
    if (address) left.push(`code-${nameUser(address)}`)
    else if (ids.has(value)) left.push(`reset-${nameUser(ids.get(value) ?? "")}`)
    else left.push(`magic-${nameUser(JSON.parse(value).email)}`)
  }
  return left.sort()
}

let opened = 0

/** Runs `mortise revoke --better-auth` on an application of this process, with a receipt in a new folder. */
export function revokeOnAuth({ context }: Application) {
  const name = `mortise-test-auth-${++opened}`
  const folder = temporaryTree({ "auth.mjs": `export const auth = globalThis["${name}"]` })
  const [config, file] = [join(folder, "auth.mjs"), join(folder, "receipt.json")]
  Object.assign(globalThis, { [name]: { options: context.options, $context: Promise.resolve(context) } })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, name))
  const revoke = (...args: readonly string[]) => runCommand(["revoke", ...args, "--better-auth", config])
  return {
    file,
    revoke,
    apply: (...args: readonly string[]) => revoke(...args, "--apply", "--receipt", file, "--yes"),
    receipt: () => JSON.parse(readFileSync(file, "utf8")),
  }
}
