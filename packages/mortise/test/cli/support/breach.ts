import { readFileSync } from "node:fs"
import { join } from "node:path"
import { wrapAdapter } from "../../../../workshop/src/adapters/wrap-adapter.ts"
import { mortise } from "../../../src/contract/has-internals.ts"
import { internals } from "../../../src/contract/internals.ts"
import { type Adapter, extras, type Upkeep } from "../../../src/index.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"
import { commandsOn } from "./adapter-in-process.ts"

const later = new Date("2098-01-01T00:00:00.000Z")

/** Texts that no output, no receipt and no answer may contain. */
export const canaries = ["session-canary", "refresh-canary", "access-canary", "link-canary"]

type Provider = "github" | "google"

/** A user with an account of each provider, a session of Auth.js, and a link. */
export async function addUser(adapter: Adapter, id: string, email: string, providers: readonly Provider[]) {
  await adapter.createUser({ id, email })
  for (const provider of providers)
    await adapter.linkAccount({
      userId: id,
      type: "oauth",
      provider,
      providerAccountId: `${provider}-${id}`,
      refresh_token: `refresh-canary-${provider}-${id}`,
      access_token: `access-canary-${provider}-${id}`,
      id_token: "id-token",
      expires_at: 4_000_000_000,
    })
  await adapter.createSession({ sessionToken: `session-canary-${id}`, userId: id, expires: later })
  await adapter.createVerificationToken({ identifier: email, token: `link-canary-${id}`, expires: later })
}

/** Ada and Bob at one domain, Eve at another one, and a link to an address without a user. */
export async function addUsers(adapter: Adapter): Promise<void> {
  await addUser(adapter, "ada", "ada@example.com", ["github", "google"])
  await addUser(adapter, "bob", "bob@example.com", ["google"])
  await addUser(adapter, "eve", "eve@sub.example.com", ["github"])
  await adapter.createVerificationToken({
    identifier: "new@example.com",
    token: "link-canary-new",
    expires: later,
  })
}

/** The names that `leftIn` returns for them. */
export const everything = [
  ...["github-ada", "github-eve", "google-ada", "google-bob"],
  ...["link-ada", "link-bob", "link-eve", "link-new", "session-ada", "session-bob", "session-eve"],
]

export const without = (...gone: readonly string[]): string[] =>
  everything.filter((name) => !gone.includes(name))

/** A file with a list of users. */
export const listFile = (text: string): string => join(temporaryTree({ "users.txt": text }), "users.txt")

/** What is left: the names of sessions, of accounts with tokens, and of links. */
export async function leftIn(adapter: Adapter, users: readonly string[] = ["ada", "bob", "eve"]) {
  const upkeep = internals(adapter)?.upkeep
  const links = (await upkeep?.page("verificationToken", { limit: 1000 }))?.rows ?? []
  const left: string[] = links.map(({ token }) => token.replace("canary-", ""))
  for (const id of users) {
    const accounts = (await extras(adapter)?.listAccounts?.(id)) ?? []
    for (const { provider, refresh_token, access_token } of accounts)
      if (refresh_token || access_token) left.push(`${provider}-${id}`)
    for (const { sessionToken } of (await extras(adapter)?.listSessions?.(id)) ?? [])
      left.push(sessionToken.replace("canary-", ""))
  }
  return left.sort()
}

/** Runs `mortise revoke` with a receipt in a new folder. */
export function revokeOn(adapter: object, tokens?: object) {
  const run = commandsOn(adapter, tokens && { tokens })
  const file = join(temporaryTree({}), "receipt.json")
  return {
    file,
    revoke: (...args: readonly string[]) => run("revoke", ...args),
    apply: (...args: readonly string[]) => run("revoke", ...args, "--apply", "--receipt", file, "--yes"),
    receipt: () => JSON.parse(readFileSync(file, "utf8")),
  }
}

type OnCall = (name: string, run: () => unknown, args: readonly unknown[]) => unknown

/** An adapter of which every call passes through a function, also those of upkeep. */
export function intercepted(adapter: Adapter, onCall: OnCall): Adapter {
  const wrapped = wrapAdapter(adapter, onCall)
  const inside = internals(wrapped)
  const upkeep = internals(adapter)?.upkeep as Upkeep
  const page = async (...args: Parameters<Upkeep["page"]>) => onCall("page", () => upkeep.page(...args), args)
  return { ...wrapped, [mortise]: { ...inside, upkeep: { ...upkeep, page } } } as unknown as Adapter
}
