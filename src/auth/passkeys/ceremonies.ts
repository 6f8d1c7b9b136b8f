import { MortiseError } from "../../contract/errors.ts"
import { type Bytes, fromBase64, randomBytes, toBase64Url } from "../../shared/bytes.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { createFlowCookies } from "../http/flow-cookies.ts"
import type { SetCookies } from "../results.ts"
import type { Settings } from "../settings.ts"

/** What a ceremony was state for. */
type CeremonyState = {
  readonly ceremony: "register" | "authenticate"
  /** Whose session or passkeys it is about; `null` for anybody. */
  readonly session: string | null
  readonly userId: string | null
  readonly name: string | null
}

export type Ceremonies = {
  begin(request: HasHeaders, state: CeremonyState): Promise<{ challenge: Bytes; cookies: SetCookies }>
  /** What the answer belongs to, used up by this call; `null` when it belongs to nothing that this browser began. */
  finish(
    request: HasHeaders,
    ceremony: CeremonyState["ceremony"],
    answer: Readonly<Record<string, unknown>>,
  ): Promise<{ state: CeremonyState; challenge: string; cookies: SetCookies } | null>
}

/** How long a person has to answer their device. */
export const ceremonyMs = 300_000

/** Challenges: made here, kept by the store, good once, for one ceremony in one browser. */
export function createCeremonies(core: Core): Ceremonies {
  const { singleUse, now } = core
  const flows = createFlowCookies<CeremonyState>(core, "passkey", ceremonyMs)
  return {
    async begin(request, state) {
      const challenge = randomBytes(32)
      const id = toBase64Url(challenge)
      await singleUse.put("passkey-challenge", id, now() + ceremonyMs)
      return { challenge, cookies: await flows.begin(request, id, state) }
    },

    async finish(request, ceremony, answer) {
      const challenge = challengeIn(answer)
      const finished = challenge === null ? null : await flows.finish(request, challenge)
      if (challenge === null || finished?.data.ceremony !== ceremony) return null
      if (!(await singleUse.take("passkey-challenge", challenge))) return null
      return { state: finished.data, challenge, cookies: finished.cookies }
    },
  }
}

/** The challenge that a browser says it answered. Whether it did, the library finds out. */
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
  throw new MortiseError("invalid", "Passkeys are not configured: hand in `passkeys` to createAuth.")
}

/** What the library throws says why an answer is no good, with values in it: to us it is one refusal. */
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
