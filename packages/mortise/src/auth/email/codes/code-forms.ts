import { randomBytes } from "../../../shared/bytes.ts"

/** A code as the user typed it, in the form that is stored. */
export type TypedCode = { readonly code: string; readonly isLong: boolean }

// The digits and letters of Crockford's Base32, which has no I, L, O and U: people confuse them with others.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const longLength = 16
const longForm = new RegExp(`^[${alphabet}]{${longLength}}$`)

/** Six uniformly random digits: numbers above the last full million are drawn again. */
export function newCode(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < 4_294_000_000 ? String(drawn % 1_000_000).padStart(6, "0") : newCode()
}

/** 80 random bits in groups of four characters, which cannot be guessed. */
export function newLongCode(): string {
  const characters = Array.from(randomBytes(longLength), (byte) => alphabet[byte % alphabet.length])
  return characters.join("").replace(/.{4}(?=.)/g, "$&-")
}

/** Ignores spaces, hyphens and case, and reads letters as the digits that they look like; `null` for any other text. */
export function readCode(typed: unknown): TypedCode | null {
  const text = String(typed).replace(/[\s\p{Pd}]/gu, "")
  if (/^\d{6}$/.test(text)) return { code: text, isLong: false }
  const code = text.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1")
  return longForm.test(code) ? { code, isLong: true } : null
}
