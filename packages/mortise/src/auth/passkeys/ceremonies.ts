import { throwInvalid } from "../../contract/throw-invalid.ts"
import { fromBase64, randomBytes, toBase64Url } from "../../shared/bytes.ts"
import { toNetworks } from "../../shared/to-network.ts"
import type { Settings } from "../config/settings.ts"
import type { Core } from "../core/core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { createFlowCookies } from "../http/flow-cookies.ts"

/** What a ceremony was begun for, stored in the browser's sealed cookie. */
type CeremonyState = {
  readonly ceremony: "register" | "authenticate"
  /** The session and user that the ceremony is bound to; `null` for any user. */
  readonly session: string | null
  readonly userId: string | null
  readonly name: string | null
  /** The user handle of a registration. */
  readonly handle: string | null
}

export type Ceremonies = Readonly<ReturnType<typeof createCeremonies>>

/** How long the user has to finish a ceremony. */
export const ceremonyMs = 300_000

// The sweep deletes 1,000 expired rows in ten minutes.
const recordsPerSource = 20
const countMs = 600_000

/**
 * Challenges that are valid once, for one ceremony in one browser. The browser stores the challenge in a sealed cookie,
 * and the store records only the ones that were used: asking for options writes nothing. A source's first few responses
 * use their challenge before they are verified. Later ones use it afterwards, so that invalid responses do not fill the
 * store.
 */
export function createCeremonies(core: Core) {
  const { settings, slots, keys, singleUse, now } = core

  const isUsedFirst = async (request: Request): Promise<boolean> => {
    // Another adapter cannot count, and nothing deletes its expired rows.
    if (!slots) return false
    const source = toNetworks(settings.clientAddress(request) ?? "").at(-1) ?? ""
    const key = `auth/passkey-responses/${await keys.mac("passkey limit", source)}`
    return (await slots.increment(key, new Date(now() + countMs))) <= recordsPerSource
  }

  const flows = createFlowCookies<CeremonyState>(core, "passkey", ceremonyMs)
  return {
    async begin(request: HasHeaders, state: CeremonyState) {
      const challenge = randomBytes(32)
      const id = toBase64Url(challenge)
      return { challenge, cookies: await flows.begin(request, id, state) }
    },

    /** Finds the response's challenge; `null` when this browser did not begin it, or it was used or has expired. */
    async finish(
      request: Request,
      ceremony: CeremonyState["ceremony"],
      response: Readonly<Record<string, unknown>>,
    ) {
      const challenge = challengeIn(response)
      const finished = challenge === null ? null : await flows.finish(request, challenge)
      if (challenge === null || finished?.data.ceremony !== ceremony) return null
      // Uses the challenge: false if another response has used it. To be called once the response is verified. The
      // cookie expires within this time, so the marker outlives the challenge.
      const use = () => singleUse.claim("passkey-challenge", challenge, now() + ceremonyMs)
      const result = { state: finished.data, challenge, cookies: finished.cookies }
      if (!(await isUsedFirst(request))) return { ...result, use }
      return (await use()) ? { ...result, use: async () => true } : null
    },
  }
}

/** The challenge that the response claims to answer. The library verifies the signature over it later. */
function challengeIn({ response }: Readonly<Record<string, unknown>>): string | null {
  const { clientDataJSON } = (response ?? {}) as { clientDataJSON?: unknown }
  const bytes = typeof clientDataJSON === "string" ? fromBase64(clientDataJSON) : null
  try {
    const { challenge } = JSON.parse(new TextDecoder().decode(bytes ?? undefined)) as { challenge?: unknown }
    return typeof challenge === "string" && /^[A-Za-z0-9_-]{43}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}

export function requirePasskeys(passkeys: Settings["passkeys"]): NonNullable<Settings["passkeys"]> {
  if (passkeys) return passkeys
  throwInvalid("Passkeys are not configured: pass `passkeys` to createAuth.")
}

/** The result if the response is verified, otherwise `null`. The library's errors contain values, so they are dropped. */
export async function verifiedOrNull<T extends { verified: boolean }>(
  verify: () => Promise<T>,
): Promise<T | null> {
  try {
    const result = await verify()
    return result.verified ? result : null
  } catch {
    return null
  }
}
