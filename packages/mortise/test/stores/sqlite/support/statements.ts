import type { Adapter } from "../../../../src/contract/adapter.ts"
import { extras, upkeep } from "../../../../src/contract/adapter-parts.ts"
import { migrate } from "../../../../src/stores/sql/migrate/index.ts"
import { client } from "../clients/libsql.ts"

const expires = new Date(Date.now() + 86_400_000)
const account = { provider: "github", providerAccountId: "1815" }
const userId = "ada"
const passkey = {
  credentialID: "c",
  userId,
  providerAccountId: "c",
  credentialPublicKey: "k",
  counter: 1,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
}

type Call = (adapter: Adapter) => Promise<unknown>

/** Every call that docs/sql-statements.md shows, in an order in which each finds the rows that it needs. */
const calls: Readonly<Record<string, Call>> = {
  createUser: ({ createUser }) => createUser({ id: userId, email: "ada@example.com" }),
  getUser: ({ getUser }) => getUser(userId),
  getUserByEmail: ({ getUserByEmail }) => getUserByEmail("ada@example.com"),
  updateUser: ({ updateUser }) => updateUser({ id: userId, name: "Ada" }),
  linkAccount: ({ linkAccount }) => linkAccount({ userId, type: "oauth", ...account }),
  getUserByAccount: ({ getUserByAccount }) => getUserByAccount(account),
  getAccount: ({ getAccount }) => getAccount("1815", "github"),
  unlinkAccount: ({ unlinkAccount }) => unlinkAccount(account),
  createSession: ({ createSession }) => createSession({ sessionToken: "s", userId, expires }),
  getSessionAndUser: ({ getSessionAndUser }) => getSessionAndUser("s"),
  updateSession: ({ updateSession }) => updateSession({ sessionToken: "s", expires }),
  "updateSession of a session that does not exist": ({ updateSession }) =>
    updateSession({ sessionToken: "none", expires }),
  deleteSession: ({ deleteSession }) => deleteSession("s"),
  createVerificationToken: ({ createVerificationToken }) =>
    createVerificationToken({ identifier: "ada@example.com", token: "t", expires }),
  useVerificationToken: ({ useVerificationToken }) =>
    useVerificationToken({ identifier: "ada@example.com", token: "t" }),
  createAuthenticator: ({ createAuthenticator }) => createAuthenticator(passkey),
  getAuthenticator: ({ getAuthenticator }) => getAuthenticator("c"),
  listAuthenticatorsByUserId: ({ listAuthenticatorsByUserId }) => listAuthenticatorsByUserId(userId),
  updateAuthenticatorCounter: ({ updateAuthenticatorCounter }) => updateAuthenticatorCounter("c", 2),
  deleteUser: ({ deleteUser }) => deleteUser(userId),
  signUp: async (adapter) =>
    extras(adapter)?.signUp?.({
      user: { email: "bob@example.com" },
      account: { type: "oauth", ...account },
      session: { sessionToken: "b", expires },
    }),
  page: async (adapter) => upkeep(adapter)?.page("account", { after: account, limit: 10 }),
  "page by the start of an email": async (adapter) => upkeep(adapter)?.page("user", { prefix: "ada" }),
  count: async (adapter) => upkeep(adapter)?.count("session"),
  sweep: async (adapter) => upkeep(adapter)?.sweep(),
}

/** The statements that `onStatement` reports for each call. */
export async function statements(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { adapter } = await client.open(":memory:")
  let texts: string[] = []
  const made = adapter({ onStatement: (text) => void texts.push(text) })
  await migrate(adapter())
  const reported = new Map<string, readonly string[]>()
  for (const [name, call] of Object.entries(calls)) {
    texts = []
    await call(made)
    reported.set(name, texts)
  }
  return reported
}
