import { type Adapter, extras, slots } from "../../../../src/index.ts"
import {
  inAnHour,
  someAccount,
  someone,
  somePasskey,
  someSession,
  someToken,
} from "../../../support/people.ts"

/** How a caller ended: it won, it was refused as expected, or it failed. */
export type Outcome = "won" | "lost" | { readonly error: string }

/** One prize that many callers want. Prizes and outcomes are passed between processes, so they are plain data. */
export type Contest = {
  /** Creates the prize. */
  prepare(adapter: Adapter): Promise<Prize>
  /** What caller number `who` does. */
  act(adapter: Adapter, prize: Prize, who: number): Promise<Outcome>
  /** Returns what is wrong with the outcome, or `undefined`. */
  judge(adapter: Adapter, prize: Prize, outcomes: readonly Outcome[]): Promise<string | undefined>
}

export type Prize = Readonly<Record<string, string>> & { readonly userId: string }

const outcomeOf = async (call: Promise<unknown>, refusals: readonly string[] = []): Promise<Outcome> => {
  try {
    return (await call) === null ? "lost" : "won"
  } catch (error) {
    const { code } = error as { code?: string }
    return refusals.includes(code ?? "") ? "lost" : { error: `${code}: ${error}` }
  }
}

const oneWinner = async (outcomes: readonly Outcome[]): Promise<string | undefined> => {
  const winners = outcomes.filter((outcome) => outcome === "won").length
  return winners === 1 ? undefined : `${winners} won: ${JSON.stringify(outcomes)}`
}

const noErrors = (outcomes: readonly Outcome[]): string | undefined =>
  outcomes.some((outcome) => typeof outcome === "object") ? JSON.stringify(outcomes) : undefined

const newUser = async (adapter: Adapter) => (await adapter.createUser(someone())).id

export const contests: Readonly<Record<string, Contest>> = {
  "one use of a token": {
    async prepare(adapter) {
      const { identifier, token } = await adapter.createVerificationToken(someToken())
      return { userId: "", identifier, token }
    },
    act: (adapter, { identifier = "", token = "" }) =>
      outcomeOf(adapter.useVerificationToken({ identifier, token })),
    judge: (_, __, outcomes) => oneWinner(outcomes),
  },

  "one user of an address": {
    prepare: async () => ({ userId: "", email: someone().email }),
    act: (adapter, { email = "" }) => outcomeOf(adapter.createUser({ email }), ["conflict"]),
    judge: (_, __, outcomes) => oneWinner(outcomes),
  },

  "one owner of an account": {
    prepare: async (adapter) => ({
      userId: await newUser(adapter),
      providerAccountId: someAccount("").providerAccountId,
    }),
    async act(adapter, { providerAccountId = "" }) {
      const account = { ...someAccount(await newUser(adapter)), providerAccountId }
      return outcomeOf(adapter.linkAccount(account), ["conflict"])
    },
    judge: (_, __, outcomes) => oneWinner(outcomes),
  },

  "no count is lost": {
    prepare: async (adapter) => ({ userId: await newUser(adapter), key: someToken().identifier }),
    act: (adapter, { key = "" }) =>
      outcomeOf(slots(adapter)?.increment(key, inAnHour()) ?? Promise.resolve(null)),
    async judge(adapter, { key = "" }, outcomes) {
      const counted = (await slots(adapter)?.read(key))?.count
      return counted === outcomes.length ? undefined : `${counted} of ${outcomes.length}`
    },
  },

  "no field of another caller is lost": {
    prepare: async (adapter) => ({ userId: await newUser(adapter) }),
    act(adapter, { userId }, who) {
      const change = [{ name: "Ada" }, { image: "picture" }, { emailVerified: new Date(1000) }][who % 3]
      return outcomeOf(adapter.updateUser({ id: userId, ...change }))
    },
    async judge(adapter, { userId }, outcomes) {
      const { name, image, emailVerified } = (await adapter.getUser(userId)) ?? {}
      const isWhole = name === "Ada" && image === "picture" && emailVerified?.getTime() === 1000
      return noErrors(outcomes) ?? (isWhole ? undefined : JSON.stringify({ name, image, emailVerified }))
    },
  },

  "no session is restored": {
    async prepare(adapter) {
      const userId = await newUser(adapter)
      const { sessionToken } = await adapter.createSession(someSession(userId))
      return { userId, sessionToken }
    },
    act: (adapter, { sessionToken = "" }, who) =>
      outcomeOf(
        who % 4 === 0
          ? adapter.deleteSession(sessionToken)
          : adapter.updateSession({ sessionToken, expires: new Date(Date.now() + 7_200_000) }),
      ),
    async judge(adapter, { sessionToken = "" }, outcomes) {
      const found = await adapter.getSessionAndUser(sessionToken)
      return noErrors(outcomes) ?? (found ? "it was restored" : undefined)
    },
  },

  "no orphan of a deleted user": {
    prepare: async (adapter) => ({ userId: await newUser(adapter) }),
    act(adapter, { userId }, who) {
      const refusals = ["not_found"]
      if (who === 0) return outcomeOf(adapter.deleteUser(userId))
      if (who % 3 === 0) return outcomeOf(adapter.createAuthenticator(somePasskey(userId)), refusals)
      if (who % 3 === 1) return outcomeOf(adapter.createSession(someSession(userId)), refusals)
      return outcomeOf(adapter.linkAccount(someAccount(userId)), refusals)
    },
    async judge(adapter, { userId }, outcomes) {
      const left = [
        await adapter.getUser(userId),
        ...((await extras(adapter)?.listSessions?.(userId)) ?? []),
        ...((await extras(adapter)?.listAccounts?.(userId)) ?? []),
        ...(await adapter.listAuthenticatorsByUserId(userId)),
      ].filter(Boolean)
      return noErrors(outcomes) ?? (left.length > 0 ? `${left.length} rows were left` : undefined)
    },
  },
}
