import type { NewAccount } from "../data.ts"
import { type Life, oneIn, pick } from "./life.ts"

// Values that stores, mappers and caches take for something else: for nothing, a number, a date, a path or a pattern.
const texts = [
  ...[
    "Ada",
    "0",
    "007",
    "null",
    "undefined",
    "false",
    "2031-03-30T02:30:00.000Z",
    "O'Brien \\",
    "$name %s {0}",
  ],
  ...["\u{1f469}\u200d\u{1f467} \u00e9 e\u0301", " ", "{}", "x".repeat(150)],
]

/** A date with milliseconds if the store guarantees them, and two that exist twice in some time zones. */
const dates = (life: Life): Date[] => [
  life.t.inDays(-1),
  new Date("2031-04-05T15:30:00.000Z"),
  new Date("2031-10-26T00:30:00.000Z"),
]

export const someText = (life: Life): string => pick(life, texts)

export const someExpiry = (life: Life): Date => life.t.inDays(1 + Math.floor(life.random() * 300))

/** Some fields of a user, and at least one. */
export function someFields(life: Life): {
  name?: string | null
  image?: string | null
  emailVerified?: Date | null
} {
  const fields = {
    ...(oneIn(life, 2) && { name: oneIn(life, 4) ? null : someText(life) }),
    ...(oneIn(life, 2) && { image: oneIn(life, 4) ? null : someText(life) }),
    ...(oneIn(life, 2) && { emailVerified: oneIn(life, 3) ? null : pick(life, dates(life)) }),
  }
  return Object.keys(fields).length === 0 ? { name: someText(life) } : fields
}

/** Some of the optional fields of an account. */
export const someTokens = (life: Life): Partial<NewAccount> => ({
  ...(oneIn(life, 2) && { access_token: someText(life) }),
  ...(oneIn(life, 2) && { refresh_token: someText(life) }),
  ...(oneIn(life, 2) && { id_token: someText(life) }),
  ...(oneIn(life, 2) && { scope: someText(life) }),
  ...(oneIn(life, 2) && { expires_at: pick(life, [0, 1, 1_900_000_000]) }),
})
