import { listedAs } from "../../../src/contract/session-token.ts"
import type { Auth } from "./auth-library.ts"

/** A user and the tokens of sessions that were opened before the round. */
export type Prize = { readonly email: string; readonly tokens: readonly string[] }

/** Calls that are made at once, and what must hold afterwards. */
export type Flow = {
  /** The sessions that the user has before the round. */
  readonly sessions: number
  /** One of several callers; returns the token if it opened a session. */
  act(auth: Auth, prize: Prize, who: number): Promise<unknown>
  /** What went wrong; `undefined` if nothing did. */
  judge(auth: Auth, prize: Prize, opened: readonly string[]): Promise<string | undefined>
}

const password = "correct horse battery staple"
const by = (token: string | undefined) => ({ headers: new Headers({ authorization: `Bearer ${token}` }) })

const signIn = async (auth: Auth, { email }: Pick<Prize, "email">): Promise<string> =>
  (await auth.api.signInEmail({ body: { email, password } })).token

/** A new user with a number of sessions. */
async function prepare(auth: Auth, { sessions }: Pick<Flow, "sessions">): Promise<Prize> {
  const email = `${crypto.randomUUID()}@example.com`
  const { token } = await auth.api.signUpEmail({ body: { email, password, name: "Ada" } })
  const tokens = [token ?? ""]
  while (tokens.length < sessions) tokens.push(await signIn(auth, { email }))
  return { email, tokens }
}

async function working(auth: Auth, tokens: readonly string[]): Promise<string[]> {
  const found = await Promise.all(tokens.map((token) => attempt(auth.api.getSession(by(token)))))
  return tokens.filter((_, nth) => found[nth])
}

async function someWork(auth: Auth, tokens: readonly string[]): Promise<string | undefined> {
  const { length } = await working(auth, tokens)
  return length > 0 ? `${length} of ${tokens.length} sessions still work` : undefined
}

/** A call that may fail, because another caller ended its session. */
const attempt = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    const { statusCode } = error as { statusCode?: unknown }
    if (statusCode !== 401 && statusCode !== 400) throw error
  })

/** Whether sessions work that are not listed. */
async function hidden(auth: Auth, prize: Prize, opened: readonly string[]): Promise<string | undefined> {
  const own = await signIn(auth, prize)
  const tokens = [...prize.tokens, ...opened, own]
  const toReferences = (texts: readonly string[]) => Promise.all(texts.map(listedAs))
  const listed = await toReferences((await auth.api.listSessions(by(own))).map(({ token }) => token))
  const stillWork = await toReferences(await working(auth, tokens))
  const { length } = stillWork.filter((reference) => !listed.includes(reference))
  return length > 0 ? `${length} sessions work and are not listed` : undefined
}

export const flows: Readonly<Record<string, Flow>> = {
  "sign-ins are listed, and revoking all sessions ends them": {
    sessions: 1,
    act: (auth, prize) => signIn(auth, prize),
    async judge(auth, prize, opened) {
      const { length } = await auth.api.listSessions(by(prize.tokens[0]))
      if (length !== opened.length + 1) return `${opened.length + 1} sign-ins, ${length} are listed`
      await auth.api.revokeSessions(by(prize.tokens[0]))
      return someWork(auth, [...prize.tokens, ...opened])
    },
  },
  "a sign-in during a revocation of all sessions is ended or listed": {
    sessions: 3,
    act: async (auth, prize, who) =>
      who === 0 ? attempt(auth.api.revokeSessions(by(prize.tokens[0]))) : signIn(auth, prize),
    judge: async (auth, prize, opened) => (await someWork(auth, prize.tokens)) ?? hidden(auth, prize, opened),
  },
  "a sign-out is final during profile updates": {
    sessions: 2,
    act: (auth, { tokens }, who) =>
      attempt(
        who === 0
          ? auth.api.signOut(by(tokens[0]))
          : auth.api.updateUser({ ...by(tokens[1]), body: { name: `Ada ${who}` } }),
      ),
    judge: async (auth, prize) =>
      (await someWork(auth, prize.tokens.slice(0, 1))) ??
      ((await working(auth, prize.tokens)).length === 1 ? undefined : "the other session ended"),
  },
  "a sign-out is final during refreshes": {
    sessions: 1,
    act: (auth, { tokens }, who) =>
      attempt(who === 0 ? auth.api.signOut(by(tokens[0])) : auth.api.getSession(by(tokens[0]))),
    judge: (auth, prize) => someWork(auth, prize.tokens),
  },
  "a revocation of all sessions is final during refreshes": {
    sessions: 4,
    act: (auth, { tokens }, who) =>
      attempt(
        who === 0
          ? auth.api.revokeSessions(by(tokens[0]))
          : auth.api.getSession(by(tokens[who % tokens.length])),
      ),
    judge: (auth, prize) => someWork(auth, prize.tokens),
  },
  "no session of a deleted user works": {
    sessions: 2,
    act: async (auth, prize, who) =>
      who === 0
        ? attempt(auth.api.deleteUser({ ...by(prize.tokens[0]), body: { password } }))
        : signIn(auth, prize).catch(() => undefined),
    judge: (auth, prize, opened) => someWork(auth, [...prize.tokens, ...opened]),
  },
}

/** Runs rounds of 8 callers; `run` makes the calls and returns the tokens. Returns the failures. */
export async function runRounds(
  auth: Auth,
  name: string,
  rounds: number,
  run: (prize: Prize) => Promise<readonly unknown[]>,
): Promise<string[]> {
  const flow = flows[name] as Flow
  const failures: string[] = []
  for (let round = 0; round < rounds; round++) {
    const prize = await prepare(auth, flow)
    const opened = (await run(prize)).filter((token) => typeof token === "string")
    const failure = await flow.judge(auth, prize, opened)
    if (failure) failures.push(`round ${round}: ${failure}`)
  }
  return failures
}

/** Makes the calls of some callers at once. */
export const actAll = (auth: Auth, name: string, prize: Prize, callers: readonly number[]) =>
  Promise.all(callers.map((who) => (flows[name] as Flow).act(auth, prize, who)))

export const eightCallers = [0, 1, 2, 3, 4, 5, 6, 7]
