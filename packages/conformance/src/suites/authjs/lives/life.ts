import type { CaseContext } from "../case.ts"
import type { NewAccount, NewAuthenticator, NewSession, NewToken, NewUser } from "../data.ts"

/** The keys that one person uses and gives up again and again. Those of neighbours resemble each other. */
export type Keys = {
  readonly emails: readonly string[]
  readonly accounts: readonly { readonly provider: string; readonly providerAccountId: string }[]
  readonly sessionTokens: readonly string[]
  readonly credentialIDs: readonly string[]
  readonly tokens: readonly string[]
}

/** One person who signs up, signs in, changes things and is deleted, and the rows that must be stored at the moment. */
export type Life = {
  readonly t: CaseContext
  readonly random: () => number
  readonly keys: Keys
  /** A user with rows of every kind that never change: their keys are taken. */
  readonly taken: Taken
  /** Undefined before the sign-up and after a deletion. */
  user: NewUser | undefined
  /** The ids of all users that this person had. */
  readonly ids: Set<string>
  readonly sessions: Map<string, NewSession>
  readonly accounts: Map<string, NewAccount>
  readonly passkeys: Map<string, NewAuthenticator>
  /** `unspecified`: the token was sent to an address that its user has given up. */
  readonly tokens: Map<string, NewToken | "unspecified">
  /** The steps so far, for the report of a failure. */
  readonly log: string[]
}

export type Taken = {
  readonly email: string
  readonly account: Keys["accounts"][number]
}

export const toKey = (...parts: readonly string[]): string => JSON.stringify(parts)

export const pick = <T>({ random }: Pick<Life, "random">, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

/** True in about one of `n` cases. */
export const oneIn = ({ random }: Pick<Life, "random">, n: number): boolean => random() * n < 1

/** A new life. `start` is a text that two neighbours share; `side` is 0 for one of them and 1 for the other. */
export function newLife(
  t: CaseContext,
  { random, taken, start, side }: Pick<Life, "random" | "taken"> & { start: string; side: 0 | 1 },
): Life {
  const ends = side === 0 ? ["a", "b:a"] : ["ab", "b"]
  return {
    t,
    random,
    taken,
    user: undefined,
    ids: new Set(),
    log: [],
    sessions: new Map(),
    accounts: new Map(),
    passkeys: new Map(),
    tokens: new Map(),
    keys: {
      emails: ends.map((end) => `${start}${end.replace(":", "-")}@example.com`),
      accounts: [
        { provider: "github", providerAccountId: `${start}${ends[0]}` },
        side === 0
          ? { provider: `${start}:x`, providerAccountId: "y" }
          : { provider: start, providerAccountId: "x:y" },
      ],
      sessionTokens: ends.map((end) => `${start}-${end}`),
      credentialIDs: ends.map((end) => `${start}/${end}==`),
      tokens: ends,
    },
  }
}

/** The last steps, as the start of a sentence about a failure. */
export const story = ({ log }: Life): string => `after ${log.slice(-5).join(", ")}`
