import { randomBytes, randomToken } from "../../../shared/bytes.ts"
import type { Core } from "../../core/core.ts"
import { createUnsupportedError } from "../../core/errors.ts"
import { refusal } from "../../core/results.ts"
import type { HasHeaders, SetCookies } from "../../http/cookies.ts"
import { anyBrowser, type EmailTokens, ownedSecret, type ProofCheck } from "../email-tokens.ts"
import type { KnownBrowser } from "../known-browsers.ts"
import type { CodeFailures } from "./code-failures.ts"

type PendingCode = {
  readonly id: string
  readonly email: string
  readonly expires: number
  readonly returnTo: string
  /** What the code is bound to, besides the address; empty for a sign-in. */
  readonly owner: string
  /** No mail was sent for this browser. */
  readonly isRefused?: true
}

export type CodeCheck = ProofCheck<
  "expired" | "wrong_code" | "too_many_attempts" | "try_later" | "codes_locked"
>

export type EmailCodes = Readonly<ReturnType<typeof createEmailCodes>>

type Parts = {
  readonly core: Core
  readonly tokens: EmailTokens
  readonly failures: CodeFailures
  readonly cookie: string
  /** Codes of one purpose are invalid for the other. */
  readonly purpose: "email code" | "email change code"
}

/**
 * Six digits can be guessed, so each code has a few attempts, which the store counts before the code is compared. A
 * code works only in the browser that requested it, and attempts in other browsers do not count against it. Failures
 * are also counted across codes (code-failures.ts), except for long codes, which cannot be guessed. If strangers have
 * used up the mail limit and a code is still mailed, it works in every browser that has requested one.
 */
export function createEmailCodes({ core, tokens, failures, cookie, purpose }: Parts) {
  const { settings, slots, cookies, sealer, now } = core
  const attempts = settings.email?.maxAttempts ?? 0
  const bind = ({ id, owner }: Pick<PendingCode, "id" | "owner">, code: string) =>
    ownedSecret(owner, `${id}\n${code}`)

  const open = async (request: HasHeaders) =>
    (await sealer.open("sealed code", cookies.read(request, cookie) ?? "")) as PendingCode | null

  const seal = async (request: HasHeaders, pending: PendingCode): Promise<SetCookies> => {
    const sealed = await sealer.seal("sealed code", pending, pending.expires)
    return cookies.set(request, cookie, sealed, Math.ceil((pending.expires - now()) / 1000))
  }

  const use = async (pending: PendingCode, { code, isLong }: TypedCode) => {
    const outcome = await tokens.use(purpose, pending.email, bind(pending, code))
    if (outcome !== "unknown" || !isLong) return outcome
    return tokens.use(purpose, pending.email, bind({ ...pending, id: anyBrowser }, code))
  }

  const countAttempt = ({ id, expires }: PendingCode): Promise<number> => {
    if (!slots) throw createUnsupportedError("This adapter cannot count attempts: use sendLink instead")
    return slots.increment(`auth/attempts/${id}`, new Date(expires))
  }

  return {
    /** Stores a new code, and returns the cookies without which it cannot be used. It is long if six digits must wait. */
    async create(
      request: HasHeaders,
      browser: KnownBrowser,
      rest: Omit<PendingCode, "id">,
      forAnyBrowser: boolean,
    ) {
      const id = randomToken()
      const isLong = forAnyBrowser || (await failures.isWaiting(rest.email, browser))
      const code = isLong ? newLongCode() : newCode()
      const secret = bind({ ...rest, id: forAnyBrowser ? anyBrowser : id }, readCode(code)?.code ?? "")
      await tokens.store(purpose, rest.email, secret, new Date(rest.expires))
      return { code, cookies: await seal(request, { id, ...rest }) }
    },

    /** The cookies with which a browser whose own request was refused can use a code for any browser. */
    async expect(request: HasHeaders, email: string, returnTo: string): Promise<SetCookies> {
      // A code that was mailed for this browser stays valid.
      if ((await open(request))?.email === email) return []
      const expires = now() + (settings.email?.maxAgeMs ?? 0)
      return seal(request, { id: randomToken(), email, returnTo, expires, owner: "", isRefused: true })
    },

    /** A code that is bound to another owner is refused. */
    async check(request: HasHeaders, browser: KnownBrowser, typed: unknown, owner = ""): Promise<CodeCheck> {
      const clearCookie = cookies.clear(request, cookie)
      const pending = await open(request)
      if (pending?.owner !== owner) return refusal("expired", clearCookie)
      const { email } = pending
      const read = readCode(typed)
      if (read === null || (pending.isRefused && !read.isLong)) return { ...refusal("wrong_code"), email }
      if ((await countAttempt(pending)) > attempts)
        return { ...refusal("too_many_attempts", clearCookie), email }
      const reason = read.isLong ? undefined : await failures.countAttempt(email, browser)
      if (reason) return { ...refusal(reason, reason === "try_later" ? [] : clearCookie), email }
      const outcome = await use(pending, read)
      if (outcome === "unknown") return { ...refusal("wrong_code"), email }
      if (outcome === "expired") return { ...refusal("expired", clearCookie), email }
      return { ok: true, email, returnTo: pending.returnTo, cookies: clearCookie }
    },
  }
}

/** A code as the user typed it, in the form that is stored. */
type TypedCode = { readonly code: string; readonly isLong: boolean }

// The digits and letters of Crockford's Base32, which has no I, L, O and U: people confuse them with others.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const longLength = 16
const longForm = new RegExp(`^[${alphabet}]{${longLength}}$`)

/** Six uniformly random digits: numbers above the last full million are drawn again. */
function newCode(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < 4_294_000_000 ? String(drawn % 1_000_000).padStart(6, "0") : newCode()
}

/** 80 random bits in groups of four characters, which cannot be guessed. */
function newLongCode(): string {
  const characters = Array.from(randomBytes(longLength), (byte) => alphabet[byte % alphabet.length])
  return characters.join("").replace(/.{4}(?=.)/g, "$&-")
}

/** Ignores spaces, hyphens and case, and reads letters as the digits that they look like; `null` for any other text. */
function readCode(typed: unknown): TypedCode | null {
  const text = String(typed).replace(/[\s\p{Pd}]/gu, "")
  if (/^\d{6}$/.test(text)) return { code: text, isLong: false }
  const code = text.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1")
  return longForm.test(code) ? { code, isLong: true } : null
}
