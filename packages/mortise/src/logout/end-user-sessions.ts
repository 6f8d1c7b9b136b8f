import { endStoredSessions } from "../auth/sessions/end-sessions.ts"
import type { LogoutParts } from "./logout-parts.ts"

/** Ends all stored sessions of a user: Auth.js does not say which of them a sign-in has made. Returns their number. */
export const endUserSessions = async (
  { adapter, listSessions }: LogoutParts,
  userId: string,
): Promise<number> =>
  endStoredSessions(
    { deleteSession: async (token) => (await adapter.deleteSession(token)) ?? null },
    await listSessions(userId),
  )
