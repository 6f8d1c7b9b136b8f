import type { Workload } from "./workloads.ts"

/** The operations that are measured; every adapter has them, and so has the hand-written limit. */
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

/** Somebody in the race: on an empty store of its own, with the durability that all on this engine have. */
export type Contestant = {
  readonly name: string
  /** The limit that it is held against, by name; the first of the engine if left out. */
  readonly against?: string
  /** Whether it runs in the process of that limit, where both have the same luck; otherwise in one of its own. */
  readonly besideLimit?: true
  /** The workloads that it takes part in; all if left out. */
  readonly only?: readonly string[]
  open(): Promise<{ adapter: Measured; close(): Promise<void> }>
}

/** The limit, ours, and the others on one engine. The first is the limit that the rest are held against. */
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
    /** Of the server, as it gives it. */
    version?: string
    /** What names the server to a process that opens the engine too. */
    env?: Readonly<Record<string, string>>
    /** The Node that runs the contestants. Default: the one that runs this process. */
    node?: string
    close(): Promise<void>
  }>
}
