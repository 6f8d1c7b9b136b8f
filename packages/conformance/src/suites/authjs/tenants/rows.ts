import type { TenantContext } from "./case.ts"
import type { OpenedTenant } from "./open-tenant.ts"

/** The keys of the rows that every tenant of a case has. */
export type Keys = ReturnType<typeof newKeys>

export const newKeys = (t: TenantContext) => ({
  userId: crypto.randomUUID() as string,
  email: t.email(),
  provider: "github",
  providerAccountId: t.unique(),
  sessionToken: t.token(),
  identifier: t.email(),
  token: t.token(),
  credentialID: `${t.unique()}+/aA==`,
  slotKey: t.unique(),
})

/** The values in which the rows of two tenants with equal keys differ. */
export type Values = ReturnType<typeof newValues>

export const newValues = (t: TenantContext, owner: string, index: number) => ({
  owner,
  secret: `secret-of-${owner}`,
  expires: t.inDays(30 + index),
  counter: 10 + index,
})

/** The row to create for each model. */
export const newRows = (keys: Keys, { owner, secret, expires, counter }: Values) => ({
  user: { id: keys.userId, name: owner, email: keys.email, emailVerified: null, image: secret },
  account: {
    userId: keys.userId,
    type: "oauth",
    provider: keys.provider,
    providerAccountId: keys.providerAccountId,
    access_token: `access-${secret}`,
    refresh_token: `refresh-${secret}`,
  },
  session: { sessionToken: keys.sessionToken, userId: keys.userId, expires },
  verificationToken: { identifier: keys.identifier, token: keys.token, expires },
  authenticator: {
    credentialID: keys.credentialID,
    userId: keys.userId,
    providerAccountId: keys.providerAccountId,
    credentialPublicKey: `key-${secret}`,
    counter,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: owner,
  },
  slot: { key: keys.slotKey, value: secret, expires },
})

/** Which rows a tenant has: one of each model, or only the user that they would belong to. */
export type Extent = "none" | "user" | "all"

/** Stores the rows of a tenant, and checks that it finds all of them. Returns the keys with the user's stored id. */
export async function fillTenant(
  t: TenantContext,
  tenant: OpenedTenant,
  {
    wanted,
    values,
    extent = "all",
  }: { readonly wanted: Keys; readonly values: Values; readonly extent?: Extent },
): Promise<Keys> {
  if (extent === "none") return wanted
  const created = (await tenant.call("createUser", newRows(wanted, values).user)) as { id: string }
  const keys = { ...wanted, userId: created.id }
  if (extent === "user") return keys
  const rows = newRows(keys, values)
  await tenant.call("linkAccount", rows.account)
  await tenant.call("createSession", rows.session)
  await tenant.call("createVerificationToken", rows.verificationToken)
  if (tenant.has("createAuthenticator")) await tenant.call("createAuthenticator", rows.authenticator)
  if (tenant.has("slots.set")) await tenant.call("slots.set", rows.slot)
  const { id: _, ...user } = rows.user
  t.row(await tenant.call("getUser", keys.userId), user, "the tenant's own user")
  return keys
}

/** The calls that show what a tenant has stored under some keys, without changing it. */
export const observations = (keys: Keys): readonly (readonly [call: string, ...args: unknown[]])[] => [
  ["getUser", keys.userId],
  ["getUserByEmail", keys.email],
  ["getUserByAccount", { provider: keys.provider, providerAccountId: keys.providerAccountId }],
  ["getAccount", keys.providerAccountId, keys.provider],
  ["getSessionAndUser", keys.sessionToken],
  ["getAuthenticator", keys.credentialID],
  ["listAuthenticatorsByUserId", keys.userId],
  ["extras.listSessions", keys.userId],
  ["extras.listAccounts", keys.userId],
  ["slots.read", keys.slotKey],
  ...models.map((model) => ["upkeep.page", model] as const),
]

export const models = ["user", "account", "session", "verificationToken", "authenticator", "slot"] as const

/** Everything that a tenant shows of some keys, as text that can be compared with another tenant's. */
export async function observe(tenant: OpenedTenant, keys: Keys): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const [call, ...args] of observations(keys)) {
    if (!tenant.has(call)) continue
    const name = call.startsWith("upkeep.") ? `${call} of ${args[0]}` : call
    seen[name] = await readAnswer(tenant, keys, () => tenant.call(call, ...args))
  }
  return seen
}

/** Whether an answer says that there is nothing, or that nothing was done. */
export const isNothing = (answer: string): boolean =>
  /^(null|false|0|\[\]|"absent"|\{"next":null,"rows":\[\]\}|\{"ok":false,.*|throws .*)$/s.test(answer)

/**
 * What a call returns or throws, as text. The user's id and the tenant's name are left out, because they differ between
 * tenants whose answers must be equal.
 */
export async function readAnswer(
  { name }: OpenedTenant,
  { userId }: Keys,
  call: () => Promise<unknown>,
): Promise<string> {
  const [outcome] = await Promise.allSettled([call()])
  const text = outcome.status === "fulfilled" ? print(outcome.value) : `throws ${printError(outcome.reason)}`
  return text.replaceAll(userId, "<id>").replaceAll(name, "<tenant>")
}

/** Nothing is null: an operation may return either. */
const print = (value: unknown): string =>
  value === undefined || value === null ? "null" : JSON.stringify(value, sortFields)

const sortFields = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value

/** All that an error tells its reader, but where it was thrown. */
function printError(error: unknown): string {
  if (!(error instanceof Error)) return print(error)
  const { stack: _, cause, ...details } = error
  return `${error.name}: ${error.message} ${print(details)}${cause === undefined ? "" : ` caused by ${printError(cause)}`}`
}
