import type { Measured, NewAccount, NewSession, NewUser, Population, Workload } from "./contestant.ts"

const hour = 3_600_000
const soon = () => new Date(Date.now() + 24 * hour)
const secret = () => crypto.randomUUID() + crypto.randomUUID()
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

export const newUser = (): NewUser => {
  const id = crypto.randomUUID()
  return { id, name: "Ada Lovelace", email: `${id}@example.com`, emailVerified: null, image: null }
}
export const newSession = (userId: string): NewSession => ({
  sessionToken: secret(),
  userId,
  expires: soon(),
})
export const newAccount = (userId: string): NewAccount => ({
  userId,
  type: "oidc",
  provider: "example",
  providerAccountId: crypto.randomUUID(),
  access_token: secret(),
})

/** A lookup that finds no row would be fast for the wrong reason. */
const found = async (lookup: Promise<object | null>): Promise<void> => {
  if ((await lookup) === null) throw new Error("A row that was stored is not found.")
}

const lookup = (
  name: string,
  callers: number,
  call: (adapter: Measured, population: Population) => Promise<object | null>,
): Workload => ({
  name,
  callers,
  prepare: async (adapter, population, count) => times(count, () => () => found(call(adapter, population))),
})

const write = (
  name: string,
  prepare: (adapter: Measured, population: Population) => Promise<() => Promise<unknown>>,
): Workload => ({
  name,
  callers: 8,
  prepare: async (adapter, population, count) => {
    const calls: (() => Promise<unknown>)[] = []
    while (calls.length < count) calls.push(await prepare(adapter, population))
    return calls
  },
})

const session = (adapter: Measured, { sessions }: Population) =>
  adapter.getSessionAndUser(any(sessions).sessionToken)

/** The check of one request, on engines whose contestants answer requests. */
export const requestWorkloads: readonly Workload[] = [
  lookup("session check", 1, session),
  lookup("session check", 32, session),
]

export const workloads: readonly Workload[] = [
  lookup("getSessionAndUser", 1, session),
  lookup("getSessionAndUser", 32, session),
  lookup("getUser", 1, (adapter, { users }) => adapter.getUser(any(users).id)),
  lookup("getUserByEmail", 1, (adapter, { users }) => adapter.getUserByEmail(any(users).email)),
  lookup("getUserByAccount", 1, (adapter, { accounts }) => {
    const { provider, providerAccountId } = any(accounts)
    return adapter.getUserByAccount({ provider, providerAccountId })
  }),
  write("createUser", async (adapter) => {
    const user = newUser()
    return () => adapter.createUser(user)
  }),
  write("createSession", async (adapter, { users }) => {
    const made = newSession(any(users).id)
    return () => adapter.createSession(made)
  }),
  write("updateSession", async (adapter, { sessions }) => {
    const { sessionToken } = any(sessions)
    return () => adapter.updateSession({ sessionToken, expires: soon() })
  }),
  write("linkAccount", async (adapter, { users }) => {
    const account = newAccount(any(users).id)
    return () => adapter.linkAccount(account)
  }),
  write("createVerificationToken", async (adapter) => {
    const token = { identifier: `${crypto.randomUUID()}@example.com`, token: secret(), expires: soon() }
    return () => adapter.createVerificationToken(token)
  }),
  write("useVerificationToken", async (adapter) => {
    const key = { identifier: `${crypto.randomUUID()}@example.com`, token: secret() }
    await adapter.createVerificationToken({ ...key, expires: soon() })
    return () => found(adapter.useVerificationToken(key))
  }),
]
