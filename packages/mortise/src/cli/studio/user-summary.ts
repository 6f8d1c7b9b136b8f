import { isSuspended } from "../../contract/is-suspended.ts"
import type { User } from "../../index.ts"
import type { UserSummary } from "./api-types.ts"
import { isoTime } from "./visible-fields.ts"

/** What a list shows of a user. */
export const toUserSummary = (user: User): UserSummary => ({
  id: user.id,
  email: user.email,
  name: user.name ?? null,
  isSuspended: isSuspended(user),
  emailVerified: isoTime(user.emailVerified),
  created: isoTime((user as { readonly createdAt?: unknown }).createdAt) ?? timeInId(user.id),
})

// Version 7, variant 10.
const uuid7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** A UUID of version 7 starts with its time in milliseconds. */
function timeInId(id: string): string | null {
  const [, high, low] = uuid7.exec(id) ?? []
  return high && low ? isoTime(Number.parseInt(high + low, 16)) : null
}
