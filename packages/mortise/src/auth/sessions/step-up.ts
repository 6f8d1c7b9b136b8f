// A step-up records that a session's user has just authenticated again. It starts no second session: the browser
// gets a sealed cookie that names the session, the time and the method. The cookie is worthless in any other session,
// and with it the session is fresh again for `freshAgeSeconds`. Nothing is stored, so it works with every adapter and
// both strategies, and a lost cookie only means that the user must authenticate again.

import type { Core } from "../core/core.ts"
import type { SteppedUp, StepUpMethod } from "../core/results.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { LiveSession } from "./strategy.ts"

type StepUpState = { readonly handle: string; readonly at: number; readonly method: StepUpMethod }

const cookie = "step-up"
const purpose = "sealed step-up"

/** Records the authentication in the request's session. */
export async function stepUp(
  { settings, cookies, sealer, emit, now }: Core,
  request: HasHeaders,
  { user, info }: LiveSession,
  method: StepUpMethod,
): Promise<SteppedUp> {
  const at = now()
  const { freshAgeMs } = settings.session
  const { handle } = info
  const sealed = await sealer.seal(
    purpose,
    { handle, at, method } satisfies StepUpState,
    at + Math.max(freshAgeMs, 1),
  )
  emit({ type: "stepped_up", userId: user.id, method, session: handle })
  return {
    ok: true,
    session: { ...info, fresh: freshAgeMs > 0, stepUp: { at: new Date(at), method } },
    cookies: cookies.set(request, cookie, sealed, Math.ceil(freshAgeMs / 1000)),
  }
}

/** When the session's user last authenticated: at the sign-in, or at a recent step-up. */
export const authenticatedAt = ({ info }: LiveSession): number => (info.stepUp?.at ?? info.issuedAt).getTime()

/** Adds the step-up of the request, if it is recent and belongs to this session. */
export async function withStepUp(
  { settings, cookies, sealer, now }: Core,
  request: HasHeaders,
  session: LiveSession,
): Promise<LiveSession> {
  const sealed = cookies.read(request, cookie)
  const state = sealed === undefined ? null : ((await sealer.open(purpose, sealed)) as StepUpState | null)
  if (state?.handle !== session.info.handle || now() >= state.at + settings.session.freshAgeMs) return session
  const { at, method } = state
  return { ...session, info: { ...session.info, fresh: true, stepUp: { at: new Date(at), method } } }
}
