import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { type Adapter, extras, MortiseError } from "../../../src/index.ts"
import { someAccount, someone, someSession, someToken } from "../../support/people.ts"

type SignUp = {
  readonly email: string
  readonly account: { readonly provider: string; readonly providerAccountId: string }
  readonly sessionToken: string
  /** `done` and `failed` are what the caller was told; a session that was deleted afterwards is `signed out`. */
  outcome: "done" | "failed" | "signed out" | "unclear"
}

/** What callers were told while a Cluster was disturbed. */
export type Traffic = {
  readonly signUps: readonly SignUp[]
  readonly errors: string[]
  readonly wrong: string[]
}

const isExpected = (error: unknown): error is MortiseError =>
  error instanceof MortiseError &&
  ["transient", "unavailable", "indeterminate", "readonly"].includes(error.code)

const random = seededRandom("traffic")

/** Signs users up, signs them out and uses links, in several callers, while `disturb` runs. */
export async function trafficDuring(
  adapter: Adapter,
  disturb: () => Promise<void>,
  callers = 4,
): Promise<Traffic> {
  const traffic: Traffic & { signUps: SignUp[] } = { signUps: [], errors: [], wrong: [] }
  let isOver = false

  const attempt = async <T>(what: string, call: () => Promise<T>): Promise<T | "failed"> => {
    try {
      return await call()
    } catch (error) {
      if (isExpected(error)) traffic.errors.push(`${what}: ${error.code}`)
      else traffic.wrong.push(`${what}: ${error}`)
      return "failed"
    }
  }

  const signUpAndOut = async (): Promise<void> => {
    const { userId: _, ...account } = someAccount("")
    const { userId: __, ...session } = someSession("")
    const signUp: SignUp = {
      email: someone().email,
      account,
      sessionToken: session.sessionToken,
      outcome: "failed",
    }
    traffic.signUps.push(signUp)
    const rows = { user: { email: signUp.email }, account, session }
    const made = await attempt("signUp", async () => extras(adapter)?.signUp?.(rows as never))
    if (made === "failed") return
    signUp.outcome = "done"
    if (random() < 0.5) return
    const deleted = await attempt("deleteSession", () => adapter.deleteSession(signUp.sessionToken))
    signUp.outcome = deleted === "failed" ? "unclear" : "signed out"
    if (deleted === null) traffic.wrong.push("a session was gone before it was deleted")
  }

  const useLinkTwice = async (): Promise<void> => {
    const link = someToken()
    if ((await attempt("createToken", () => adapter.createVerificationToken(link))) === "failed") return
    const uses = await Promise.all(
      [1, 2].map(() => attempt("useToken", () => adapter.useVerificationToken(link))),
    )
    const used = uses.filter((use) => use && use !== "failed").length
    if (used > 1 || (used === 0 && !uses.includes("failed")))
      traffic.wrong.push(`a link was used ${used} times`)
  }

  const caller = async (): Promise<void> => {
    while (!isOver) {
      await signUpAndOut()
      await useLinkTwice()
    }
  }
  const running = Array.from({ length: callers }, caller)
  await disturb().finally(() => {
    isOver = true
  })
  await Promise.all(running)
  return traffic
}

/** Looks every sign-up up, and returns what contradicts what its caller was told. */
export async function contradictions(adapter: Adapter, { signUps, wrong }: Traffic): Promise<string[]> {
  const found = await Promise.all(
    signUps.map(async ({ email, account, sessionToken, outcome }) => {
      const user = (await adapter.getUserByEmail(email)) !== null
      const linked = (await adapter.getUserByAccount(account)) !== null
      const session = (await adapter.getSessionAndUser(sessionToken)) !== null
      if (user !== linked) return `${outcome}: half a sign-up`
      if (outcome === "failed") return session === user ? undefined : "failed: half a sign-up"
      if (!user) return `${outcome}: the user is lost`
      if (outcome === "unclear" || session === (outcome === "done")) return undefined
      return `${outcome}: the session is ${session ? "back" : "lost"}`
    }),
  )
  return [...wrong, ...found.filter((each) => each !== undefined)]
}
