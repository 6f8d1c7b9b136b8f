/** The measured operations: every adapter has them, and the hand-written limit too. */
export type Measured = {
  createUser(user: NewUser): Promise<unknown>
  createSession(session: NewSession): Promise<unknown>
  updateSession(session: { sessionToken: string; expires: Date }): Promise<unknown>
  getSessionAndUser(sessionToken: string): Promise<{ session: object; user: object } | null>
  getUser(id: string): Promise<object | null>
  getUserByEmail(email: string): Promise<object | null>
  getUserByAccount(account: { provider: string; providerAccountId: string }): Promise<object | null>
  linkAccount(account: NewAccount): Promise<unknown>
  createVerificationToken(token: NewToken): Promise<unknown>
  useVerificationToken(key: { identifier: string; token: string }): Promise<object | null>
}

export type NewUser = { id: string; name: string; email: string; emailVerified: Date | null; image: null }
export type NewSession = { sessionToken: string; userId: string; expires: Date }
export type NewAccount = {
  userId: string
  type: "oidc"
  provider: string
  providerAccountId: string
  access_token: string
}
export type NewToken = { identifier: string; token: string; expires: Date }

/** A participant in a race, with its own empty store. All contestants on an engine have the same durability. */
export type Contestant = {
  readonly name: string
  /** The name of the limit that it is compared with. Default: the first contestant of the engine. */
  readonly against?: string
  /** Whether it runs in the limit's process, under the same conditions, instead of its own process. */
  readonly besideLimit?: true
  /** The names of the workloads that it takes part in. Default: all. */
  readonly only?: readonly string[]
  open(): Promise<{ adapter: Measured; close(): Promise<void> }>
}

/** All contestants on one engine: the limit, our adapters and the others. The first one is the limit. */
export type Engine = {
  readonly name: string
  readonly about: string
  /** The names of the workloads that are run on it. Default: all. */
  readonly only?: readonly string[]
  /** Default: the operations of an adapter. */
  readonly workloads?: readonly Workload[]
  /** What 1.00 stands for. Default: hand-written code. */
  readonly baseline?: string
  open(): Promise<{
    contestants: readonly [limit: Contestant, ...others: Contestant[]]
    /** The version of the server or the client. */
    version?: string
    /** The variables that name the server to another process that opens the engine. */
    env?: Readonly<Record<string, string>>
    /** The Node that runs the contestants. Default: the one that runs this process. */
    node?: { readonly path: string; readonly version: string }
    close(): Promise<void>
  }>
}

/** The rows that are stored before the measuring starts. */
export type Population = {
  readonly users: NewUser[]
  readonly sessions: NewSession[]
  readonly accounts: NewAccount[]
}

/** A measured operation. `prepare` creates the calls of one turn in advance, so that only the calls are timed. */
export type Workload = {
  readonly name: string
  readonly callers: number
  prepare(adapter: Measured, population: Population, count: number): Promise<(() => Promise<unknown>)[]>
}
