import { randomToken } from "../../shared/bytes.ts"
import { unsupported } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SetCookies } from "../results.ts"
import type { EmailTokens } from "./email-tokens.ts"

type PendingCode = {
  readonly id: string
  readonly email: string
  readonly expires: number
  readonly returnTo: string
}

/** What a typed code proves. */
export type CodeCheck =
  | { readonly ok: true; readonly email: string; readonly returnTo: string; readonly cookies: SetCookies }
  | {
      readonly ok: false
      readonly reason: "expired" | "wrong_code" | "too_many_attempts"
      readonly cookies: SetCookies
    }

export type EmailCodes = {
  /** A stored code, and the cookies that let this browser alone use it. */
  create(
    request: HasHeaders,
    pending: Omit<PendingCode, "id">,
  ): Promise<{ code: string; cookies: SetCookies }>
  check(request: HasHeaders, typed: unknown): Promise<CodeCheck>
}

const cookie = "code"

/**
 * Six digits are soon guessed, so each code has its own few attempts, counted by the store before anything is
 * compared. A code works in the browser that asked for it; guesses from elsewhere do not count against it.
 */
export function createEmailCodes(
  { settings, slots, cookies, sealer, now }: Core,
  tokens: EmailTokens,
): EmailCodes {
  const attempts = settings.email?.attempts ?? 0
  const bound = (id: string, code: string) => `${id}\n${code}`

  const countAttempt = ({ id, expires }: PendingCode): Promise<number> => {
    if (!slots) throw unsupported("This adapter cannot count attempts: send links instead")
    return slots.count(`auth/attempts/${id}`, new Date(expires))
  }

  return {
    async create(request, rest) {
      const [id, code] = [randomToken(), newCode()]
      await tokens.store("email code", rest.email, bound(id, code), new Date(rest.expires))
      const sealed = await sealer.seal("sealed code", { id, ...rest }, rest.expires)
      return { code, cookies: cookies.set(request, cookie, sealed, Math.ceil((rest.expires - now()) / 1000)) }
    },

    async check(request, typed) {
      const clearCookie = cookies.clear(request, cookie)
      const opened = await sealer.open("sealed code", cookies.read(request, cookie) ?? "")
      if (opened === null) return { ok: false, reason: "expired", cookies: clearCookie }
      const pending = opened as PendingCode
      const code = String(typed).replace(/\s/g, "")
      if (!/^\d{6}$/.test(code)) return { ok: false, reason: "wrong_code", cookies: [] }
      if ((await countAttempt(pending)) > attempts)
        return { ok: false, reason: "too_many_attempts", cookies: clearCookie }
      const outcome = await tokens.use("email code", pending.email, bound(pending.id, code))
      if (outcome === "unknown") return { ok: false, reason: "wrong_code", cookies: [] }
      if (outcome === "expired") return { ok: false, reason: "expired", cookies: clearCookie }
      return { ok: true, email: pending.email, returnTo: pending.returnTo, cookies: clearCookie }
    },
  }
}

/** Every code as likely as any other: numbers above the last full million are drawn again. */
function newCode(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < 4_294_000_000 ? String(drawn % 1_000_000).padStart(6, "0") : newCode()
}
