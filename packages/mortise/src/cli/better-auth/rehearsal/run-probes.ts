import type { AuthTables } from "../../../better-auth/migrate/auth-tables.ts"
import { describeError } from "../../terminal/describe-error.ts"
import type { Auth } from "../load-auth.ts"
import { createProbeAuth, type ProbeAuth } from "./probe-auth.ts"

/** What was tried of one way to sign in. */
export type ProbeResult = {
  /** `new user`, the id of a provider, or the id of a plugin. */
  readonly way: string
  /** How many sign-ins were tried. */
  readonly tried: number
  /** The rows whose sign-in would fail, by their ids, or `probe`. */
  readonly failures: readonly { readonly row: string; readonly why: string }[]
  /** Why nothing was tried. */
  readonly skipped?: string
}

// Rows of one provider have the same fields, so a sample shows what a migration forgot.
const mostPerWay = 100

/** Signs in in every way that the tables and the options know, and removes what that created. */
export async function runProbes(auth: Auth, opened: AuthTables): Promise<ProbeResult[]> {
  const probe = await createProbeAuth(auth)
  const providers = await listProviders(opened)
  const results = [await probePassword(auth, probe, opened), ...(await probePlugins(probe, opened))]
  for (const provider of providers) results.push(await probeProvider(auth, probe, provider))
  if (opened.tables.some(({ model }) => model === "passkey")) results.push(await probePasskeys(probe))
  return results
}

type Row = Readonly<Record<string, unknown>>

async function listProviders({ tables, ask, dialect }: AuthTables): Promise<string[]> {
  const account = tables.find(({ model }) => model === "account")
  const column = account?.columns.find(({ field }) => field === "providerId")
  if (!account || !column) return []
  const rows = await ask(
    `SELECT DISTINCT ${dialect.quote(column.column)} FROM ${dialect.quoteTable(account.table)} ORDER BY 1`,
  )
  return rows.map(([id]) => String(dialect.decode("text", id)))
}

/** Tries one sign-in per row. It must end in a session of the row's user. */
async function tryRows(
  way: string,
  rows: readonly Row[],
  { context }: ProbeAuth,
  signIn: (row: Row, user: Row) => Promise<Row | undefined>,
): Promise<ProbeResult> {
  const failures: { row: string; why: string }[] = []
  for (const row of rows) {
    const why = await whyItFails(async () => {
      const where = [{ field: "id", value: row["userId"] }]
      const user = await context.adapter.findOne({ model: "user", where })
      if (!user) return "Its user does not exist."
      const answer = await signIn(row, user)
      if (typeof answer?.["token"] === "string") await context.internalAdapter.deleteSession(answer["token"])
      return answer && String(Object(answer["user"]).id) !== String(user["id"])
        ? "The sign-in did not end in a session of its user."
        : undefined
    })
    if (why !== undefined) failures.push({ row: String(row["id"]), why })
  }
  return { way, tried: rows.length, failures }
}

/** Why work fails: what it returns, or the code of its error, which has no value of a row. */
async function whyItFails(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work()
  } catch (error) {
    const { body } = Object(error) as { readonly body?: { readonly code?: unknown } }
    return `${typeof body?.code === "string" ? body.code : await describeError(error)}.`
  }
}

async function probeProvider({ options }: Auth, probe: ProbeAuth, way: string): Promise<ProbeResult> {
  const { context, anyPassword } = probe
  const isPassword = way === "credential"
  const skip = (skipped: string): ProbeResult => ({ way, tried: 0, failures: [], skipped })
  if (isPassword && !isEnabled(options)) return skip("emailAndPassword is off.")
  if (!isPassword && !context.socialProviders.some(({ id }) => id === way))
    return skip("No provider of socialProviders has this id, so its sign-in cannot be tried.")
  const rows = await context.adapter.findMany({
    model: "account",
    where: [{ field: "providerId", value: way }],
    limit: mostPerWay,
  })
  return tryRows(way, rows, probe, (row, { email, name }) => {
    if (isPassword) return probe.request("/sign-in/email", { email, password: anyPassword })
    probe.setProfile({
      id: String(row["accountId"]),
      email: String(email),
      name: String(name),
      emailVerified: true,
    })
    return probe.request("/sign-in/social", { provider: way, idToken: { token: "rehearsal" } })
  })
}

const isEnabled = (options: object): boolean =>
  (options as { readonly emailAndPassword?: { readonly enabled?: boolean } }).emailAndPassword?.enabled ===
  true

const probePasskeys = async (probe: ProbeAuth): Promise<ProbeResult> => {
  const { adapter } = probe.context
  const rows = await adapter.findMany({ model: "passkey", limit: mostPerWay })
  return tryRows("passkey", rows, probe, async ({ credentialID }, user) => {
    const where = [{ field: "credentialID", value: credentialID }]
    const existing = await adapter.findOne({ model: "passkey", where })
    return { user: String(existing?.["userId"]) === String(user["id"]) ? user : undefined }
  })
}

/** A way of somebody who did not exist before, and is removed afterwards. */
async function tryOnce(
  way: string,
  [probe, opened]: readonly [ProbeAuth, AuthTables],
  signIn: (email: string) => Promise<Row>,
): Promise<ProbeResult> {
  const email = `rehearsal-${crypto.randomUUID()}@mortise.invalid`
  const why =
    (await whyItFails(async () => {
      const { user } = await signIn(email)
      return Object(user).email === email ? undefined : "The sign-in did not end in a session."
    })) ?? (await whyItFails(() => removeUser(probe, opened, email)))
  return { way, tried: 1, failures: why === undefined ? [] : [{ row: "probe", why }] }
}

async function removeUser(
  { context: { adapter } }: ProbeAuth,
  { tables }: AuthTables,
  email: string,
): Promise<undefined> {
  const user = await adapter.findOne({ model: "user", where: [{ field: "email", value: email }] })
  if (!user) return
  // With a secondary storage, sessions may have no table.
  for (const { model } of tables.filter((table) => table.model === "session" || table.model === "account"))
    await adapter.deleteMany({ model, where: [{ field: "userId", value: user["id"] }] })
  await adapter.delete({ model: "user", where: [{ field: "id", value: user["id"] }] })
}

async function probePassword({ options }: Auth, probe: ProbeAuth, opened: AuthTables): Promise<ProbeResult> {
  const way = "new user with a password"
  if (!isEnabled(options)) return { way, tried: 0, failures: [], skipped: "emailAndPassword is off." }
  return tryOnce(way, [probe, opened], async (email) => {
    const password = crypto.randomUUID()
    await probe.request("/sign-up/email", { ...requiredFields(opened), name: "Rehearsal", email, password })
    return probe.request("/sign-in/email", { email, password })
  })
}

const samples: Readonly<Record<string, unknown>> = { number: 0, boolean: false, date: new Date(0) }

/** Values for the fields that the options require of a new user. */
function requiredFields({ schema }: AuthTables): Row {
  const fields = Object.entries(schema["user"]?.fields ?? {})
  const required = fields.filter(
    ([, { required, defaultValue }]) => required !== false && defaultValue === undefined,
  )
  return Object.fromEntries(required.map(([name, { type }]) => [name, samples[String(type)] ?? "rehearsal"]))
}

async function probePlugins(probe: ProbeAuth, opened: AuthTables): Promise<ProbeResult[]> {
  const createUser = (email: string) =>
    probe.context.internalAdapter.createUser(
      { ...requiredFields(opened), name: "Rehearsal", email, emailVerified: true },
      { method: "email" },
    )
  const results: ProbeResult[] = []
  const { options } = Object(probe.plugins.get("magic-link")) as { readonly options?: object }
  if (options)
    results.push(
      await tryOnce("magic-link", [probe, opened], async (email) => {
        await createUser(email)
        const mails: { readonly token: string }[] = []
        Object.assign(options, { sendMagicLink: (mail: { token: string }) => void mails.push(mail) })
        await probe.request("/sign-in/magic-link", { email })
        return probe.request(`/magic-link/verify?token=${encodeURIComponent(mails[0]?.token ?? "")}`)
      }),
    )
  if (probe.plugins.has("email-otp"))
    results.push(
      await tryOnce("email-otp", [probe, opened], async (email) => {
        await createUser(email)
        const otp = await probe.call("createVerificationOTP", { email, type: "sign-in" })
        return probe.request("/sign-in/email-otp", { email, otp })
      }),
    )
  return results
}
