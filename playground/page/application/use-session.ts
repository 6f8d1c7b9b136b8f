import { useCallback, useEffect, useState } from "preact/hooks"
import { usePlayground } from "../playground-context.ts"
import { readSession } from "./call-application.ts"

export type SessionUser = { readonly id: string; readonly email: string | null; readonly name: string | null }

/** `unknown`: the store could not be asked, so the visitor may still be signed in. */
export type SessionView =
  | { readonly status: "reading" | "signed-out" }
  | { readonly status: "signed-in"; readonly user: SessionUser }
  | { readonly status: "unknown"; readonly user: SessionUser | undefined }

/** The session of this browser. It is read again when the store, the library or the clock changes. */
export function useSession(): { readonly view: SessionView; readonly refresh: () => Promise<void> } {
  const { state } = usePlayground()
  const { auth, store, clock } = state
  const [view, setView] = useState<SessionView>({ status: "reading" })
  const refresh = useCallback(async () => {
    const response = await readSession(auth)
    setView((before) => {
      if (response.ok)
        return response.user ? { status: "signed-in", user: response.user } : { status: "signed-out" }
      return { status: "unknown", user: "user" in before ? before.user : undefined }
    })
  }, [auth])
  // A change of the store or the clock makes the session stale.
  useEffect(() => void refresh(), [refresh, store, clock.offsetMs])
  return { view, refresh }
}
