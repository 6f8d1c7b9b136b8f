import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { createAuth } from "../../../src/auth/index.ts"
import { type Adapter, extras } from "../../../src/index.ts"

/** Secrets by what they are. */
export type Canaries = Readonly<Record<string, string>>

const inAnHour = () => new Date(Date.now() + 3_600_000)
const canary = (name: string) => `canary-${name}-${crypto.randomUUID()}`

/** Stores every kind of secret: also in rows that are changed and deleted afterwards, because logs keep those. */
export async function writeCanaries(adapter: Adapter): Promise<Canaries> {
  const { signUp, updateAccount, extendSession } = extras(adapter) ?? {}
  if (!signUp || !updateAccount || !extendSession) throw new Error("The adapter lacks extras.")
  const tokens = () => ({
    access_token: canary("access"),
    refresh_token: canary("refresh"),
    id_token: canary("id"),
  })
  const accounts = { signedUp: tokens(), linked: tokens(), updated: tokens(), unlinked: tokens() }
  const sessions = { signedUp: canary("session"), created: canary("session"), deleted: canary("session") }
  const key = (providerAccountId: string) =>
    ({ type: "oauth", provider: "github", providerAccountId }) as const

  const expires = inAnHour()
  const { user } = await signUp({
    user: { email: "ada@example.com" },
    account: { ...key("1"), ...accounts.signedUp },
    session: { sessionToken: sessions.signedUp, expires },
  })
  const to = new Date(expires.getTime() + 1000)
  await extendSession({ sessionToken: sessions.signedUp, from: expires, to })
  for (const sessionToken of [sessions.created, sessions.deleted])
    await adapter.createSession({ sessionToken, userId: user.id, expires })
  await adapter.updateSession({ sessionToken: sessions.created, expires: to })
  await adapter.deleteSession(sessions.deleted)
  await adapter.linkAccount({ ...key("2"), userId: user.id, ...accounts.linked })
  const { refresh_token, access_token } = accounts.linked
  await updateAccount({ ...key("2"), ...accounts.updated }, { refresh_token, access_token })
  await adapter.linkAccount({ ...key("3"), userId: user.id, ...accounts.unlinked })
  await adapter.unlinkAccount(key("3"))

  return {
    ...named("tokens of", accounts),
    ...named("session", { sessions }),
    ...(await signInByMail(adapter)),
  }
}

const named = (what: string, groups: Readonly<Record<string, Canaries>>): Canaries =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => [`${what} ${group}: ${name}`, value]),
    ),
  )

/** The link in the mail, and the session token in the cookie. */
async function signInByMail(adapter: Adapter): Promise<Canaries> {
  const origin = "https://app.example"
  let link = ""
  const auth = createAuth({
    adapter,
    secret: crypto.randomUUID() + crypto.randomUUID(),
    origin,
    session: { strategy: "database" },
    email: {
      sendLink(mail) {
        link = mail.link
      },
    },
  })
  const post = (body?: URLSearchParams) =>
    new Request(origin, { method: "POST", headers: { origin }, ...(body && { body }) })
  await auth.email.request(post(), { email: "bob@example.com" })
  const page = auth.email.peek(new Request(link))
  if (!page.ok) throw new Error("The link is invalid.")
  const signedIn = await auth.email.follow(post(new URLSearchParams(page.fields)))
  if (!signedIn.ok) throw new Error(`The sign-in was refused: ${signedIn.reason}.`)
  const session = signedIn.cookies.map((cookie) => /=(m1-[\w-]+)/.exec(cookie)?.[1]).find((token) => token)
  if (!session) throw new Error("The sign-in set no cookie with a session token.")
  return { "the token of a mailed link": page.fields.token, "the token of the cookie": session }
}

/** The secrets that a file of a folder contains. */
export async function findCanaries(folder: string, canaries: Canaries): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = new Set<string>()
  for (const file of files.filter((each) => each.isFile())) {
    const content = await readFile(join(file.parentPath, file.name))
    for (const [name, value] of Object.entries(canaries)) if (content.includes(value)) found.add(name)
  }
  return [...found].sort()
}
