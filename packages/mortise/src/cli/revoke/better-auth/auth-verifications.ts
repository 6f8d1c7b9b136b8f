import type { Verification } from "better-auth"
import { canonicalEmail } from "../../../contract/canonical-email.ts"
import type { OpenAuth } from "../../better-auth/open-auth.ts"
import type { UserRow } from "../../users/people.ts"
import { attempt } from "../attempt.ts"
import { readDomain } from "../read-domain.ts"
import { nothing, type Outcome, type Revocation, type Rule } from "../revocation.ts"
import { findUser, type LinkPage, type Target } from "../target.ts"

const pageSize = 100

/** A page of verifications: mailed links and codes, trusted devices, and sign-ins that are under way. */
export async function pageVerifications(
  auth: OpenAuth,
  target: Target,
  revocation: Revocation,
  after: string | null,
): Promise<LinkPage> {
  if (!auth.rows.models.includes("verification")) return { entries: [], hasMore: false }
  const rows = await auth.context.adapter.findMany<Verification>({
    model: "verification",
    limit: pageSize,
    where: after === null ? [] : [{ field: "id", operator: "gt", value: after }],
    sortBy: { field: "id", direction: "asc" },
  })
  const isNamed = createNameCheck(auth, target, revocation.rule)
  return {
    entries: rows.map((row) => ({
      key: row.id,
      end: () =>
        attempt({ kind: "links" }, async () =>
          isReservation(auth, row) ? nothing : endVerification(auth, revocation, row, await isNamed(row)),
        ),
    })),
    hasMore: rows.length === pageSize,
  }
}

/** Whether Better Auth reserved a value, such as a used assertion, with a hash as its id. It ends nothing. */
const isReservation = ({ context }: OpenAuth, { id }: Verification): boolean =>
  /^[\w-]{43}$/.test(id) && typeof context.options.advanced?.database?.generateId !== "function"

async function endVerification(
  { context: { adapter, secondaryStorage } }: OpenAuth,
  { isDryRun }: Revocation,
  { id, identifier, expiresAt }: Verification,
  isNamed: boolean | undefined,
): Promise<Outcome> {
  if (isNamed === undefined && expiresAt > new Date())
    return { counts: { unattributedLinks: 1 }, problems: [] }
  if (!isNamed) return nothing
  if (isDryRun) return { counts: { links: 1 }, problems: [] }
  await secondaryStorage?.delete(`verification:${identifier}`)
  const links = await adapter.deleteMany({ model: "verification", where: [{ field: "id", value: id }] })
  return { counts: { links }, problems: [] }
}

type NameCheck = (row: Verification) => Promise<boolean | undefined>

/** Whether the rule names the owner of a verification; undefined if the owner is unknown. */
function createNameCheck({ rows }: OpenAuth, target: Target, rule: Rule): NameCheck {
  if (rule.by === "all") return async () => true
  const texts = rule.by === "users" ? rule.users.map(({ text }) => text) : []
  const listed = new Set([...texts, ...texts.map(canonicalEmail)])
  const findOwner = async ({ field, value }: Owner): Promise<UserRow | null> => {
    if (field !== "phoneNumber") return findUser(target, value)
    const where = [{ field, value }]
    const users = rows.hasField("user", field) ? await rows.page("user", { where, limit: 1 }) : []
    return (users[0] as UserRow | undefined) ?? null
  }
  return async (row) => {
    const content = parseObject(row.value)
    if (isOfBrowser(row, content)) return false
    const owner = readOwner(row, content)
    const user = owner && (await findOwner(owner))
    const email = owner?.field === "email" ? owner.value : user?.email
    if (!email) return undefined
    if (rule.by === "domain") return readDomain(email) === rule.domain
    if (rule.by === "users") return listed.has(user?.id ?? "") || listed.has(canonicalEmail(email))
    const accounts = user ? await target.listAccounts(user.id) : []
    return accounts.some(({ provider }) => provider === rule.provider)
  }
}

type Content = Readonly<Record<string, unknown>>

/** What only continues a sign-in in the browser that has its cookie. */
const isOfBrowser = ({ identifier }: Verification, { codeVerifier, expectedChallenge }: Content): boolean =>
  /^(?:auth-state:|2fa-attempts-)/.test(identifier) || Boolean(codeVerifier ?? expectedChallenge)

type Owner = { readonly field: "id" | "email" | "phoneNumber"; readonly value: string }

/** Reads what Better Auth and its plugins store, from the identifier or the value. */
function readOwner({ identifier, value }: Verification, { email, userId }: Content): Owner | undefined {
  const [, code] = /^(?:sign-in|email-verification|forget-password)-otp-(.+@.+)$/.exec(identifier) ?? []
  const [, change] = /^change-email-otp-(.+?@.+?\.[^-@]+)-.+@/.exec(identifier) ?? []
  const [, phone] = /^(\+?\d[\d ().-]{3,}?)(?:-request-password-reset)?$/.exec(identifier) ?? []
  const address = code ?? change ?? email
  if (typeof address === "string") return { field: "email", value: address }
  if (phone !== undefined) return { field: "phoneNumber", value: phone }
  return { field: "id", value: typeof userId === "string" ? userId : value }
}

function parseObject(text: string): Content {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
