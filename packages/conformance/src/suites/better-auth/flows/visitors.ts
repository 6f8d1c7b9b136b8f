import { raceAll, times } from "../../../engine/case-tools/race-helpers.ts"
import type { BetterAuthContext } from "../case.ts"
import type { Answer, Site } from "./site.ts"

/** A user who can sign in with a password, and whose address is verified. */
export type Person = { readonly id: string; readonly email: string; readonly password: string }

/** Stores a user with a password. */
export async function newPerson(t: BetterAuthContext, { context }: Site): Promise<Person> {
  const email = t.email()
  const password = `password-${t.unique()}`
  const { id } = await context.internalAdapter.createUser(
    { email, name: "Ada Lovelace", emailVerified: true },
    { method: "email-password" },
  )
  await context.internalAdapter.createAccount({
    userId: id,
    providerId: "credential",
    accountId: id,
    password: await context.password.hash(password),
  })
  return { id, email, password }
}

/** Signs a person in with the password. */
export const signIn = (site: Site, { email, password }: Omit<Person, "id">): Promise<Answer> =>
  site.visit("/sign-in/email", { body: { email, password } })

/** Signs a person in several times. The sign-ins must succeed. */
export async function signedIn(
  t: BetterAuthContext,
  site: Site,
  person: Person,
  count = 1,
): Promise<string[]> {
  const cookies: string[] = []
  for (let index = 0; index < count; index++)
    cookies.push(expectCookie(t, await signIn(site, person), "a sign-in"))
  return cookies
}

/** The session cookie of an answer, which must have one. */
export function expectCookie(t: BetterAuthContext, answer: Answer, what: string): string {
  t.check(answer.cookie !== undefined, `${what}: a session`, seen(answer))
  return answer.cookie ?? ""
}

/** What a visitor sees, for reports. */
export const seen = ({ status, body, location, error }: Answer): unknown =>
  error ?? { status, ...(body ? { body } : {}), ...(location ? { location } : {}) }

/** Signs in with Google as the given account. */
export function signInWithGoogle(site: Site, account: { sub: string; email: string }): Promise<Answer> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const claims = { ...account, email_verified: true, name: "Ada Lovelace" }
  const token = `${part({ alg: "RS256" })}.${part(claims)}.${part({})}`
  return site.visit("/sign-in/social", {
    body: { provider: "google", idToken: { token, accessToken: `token-${account.sub}` } },
  })
}

/** Asks for a mail with a link, and returns the link's path. */
export async function requestLink(t: BetterAuthContext, site: Site, email: string): Promise<string> {
  const answer = await site.visit("/sign-in/magic-link", { body: { email } })
  t.check(answer.status === 200, "a mail with a link", seen(answer))
  return site.mails.findLast(({ to }) => to === email)?.link ?? ""
}

/** Asks for a mail with a code, and returns the code. */
export async function requestCode(t: BetterAuthContext, site: Site, email: string): Promise<string> {
  const answer = await site.visit("/email-otp/send-verification-otp", { body: { email, type: "sign-in" } })
  t.check(answer.status === 200, "a mail with a code", seen(answer))
  return site.mails.findLast(({ to }) => to === email)?.code ?? ""
}

/** Signs in with a mailed code. */
export const enterCode = (site: Site, email: string, otp: string): Promise<Answer> =>
  site.visit("/sign-in/email-otp", { body: { email, otp } })

/** How many of the sessions work. */
export async function countWorking(site: Site, cookies: readonly string[]): Promise<number> {
  let count = 0
  for (const cookie of cookies) if ((await site.visit("/get-session", { cookie })).body !== null) count++
  return count
}

/** The rows of a table whose fields have these values. */
export const rows = (site: Site, model: string, fields: Record<string, string>): Promise<Row[]> =>
  site.context.adapter.findMany<Row>({
    model,
    where: Object.entries(fields).map(([field, value]) => ({ field, value })),
  })

export type Row = Readonly<Record<string, unknown>>

/** Makes requests at once, and waits for the answers. */
export const atOnce: (
  t: BetterAuthContext,
  requests: readonly (() => Promise<Answer>)[],
) => Promise<Answer[]> = raceAll

/** Makes the same request several times at once. */
export function clicks(t: BetterAuthContext, request: () => Promise<Answer>, count = 8): Promise<Answer[]> {
  const requests = times(count, () => request)
  return atOnce(t, requests)
}

/** The session cookies of the answers that signed a visitor in. */
export const collectCookies = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ cookie }) => (cookie === undefined ? [] : [cookie]))
