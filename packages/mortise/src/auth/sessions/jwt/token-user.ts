import type { Json } from "../../../contract/fields.ts"
import type { User } from "../../../contract/types.ts"
import { utf8 } from "../../../shared/bytes.ts"

/** The user fields in a token. */
export type TokenUser = {
  readonly email: string | null
  readonly emailVerified: number | null
  readonly name: string | null
  readonly image: string | null
  /** The fields of `session.userFields`. */
  readonly more?: Readonly<Record<string, Json>>
  /** The names of those fields that hold a date; the token holds its milliseconds. */
  readonly dates?: readonly string[]
}

// Browsers and servers limit the size of cookies. A field above the limit is null in the token.
const maxFieldBytes = 1024
const maxTotalBytes = 6000

/** The part of a user that a token holds. Fields that are too long are null, so that every user can sign in. */
export function toTokenUser(user: User, userFields: readonly string[]): TokenUser {
  let total = 0
  const ifShort = <T extends Json>(value: T | null | undefined): T | null => {
    const bytes = utf8(JSON.stringify(value ?? null)).length
    if (bytes > maxFieldBytes || total + bytes > maxTotalBytes) return null
    total += bytes
    return value ?? null
  }
  const { email, emailVerified, name, image } = user
  const base = {
    email: ifShort(email),
    emailVerified: emailVerified?.getTime() ?? null,
    name: ifShort(name),
    image: ifShort(image),
  }
  if (userFields.length === 0) return base
  const fields = user as unknown as Readonly<Record<string, Json | Date | undefined>>
  const more = userFields.map((name) => {
    const value = fields[name]
    return [name, ifShort(value instanceof Date ? value.getTime() : value)] as const
  })
  const dates = userFields.filter((name) => fields[name] instanceof Date)
  return { ...base, more: Object.fromEntries(more), dates }
}

/** The user of a token. */
export function readTokenUser(userId: string, { more = {}, dates = [], ...user }: TokenUser): User {
  const verified = user.emailVerified === null ? null : new Date(user.emailVerified)
  const fields = Object.entries(more).map(([name, value]) => [
    name,
    dates.includes(name) && typeof value === "number" ? new Date(value) : value,
  ])
  // As in the contract: the type of `email` is string, and the value is null for a user without an address.
  return { ...Object.fromEntries(fields), ...user, id: userId, emailVerified: verified } as User
}
