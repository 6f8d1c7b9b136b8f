import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import type { AuthName } from "../../protocol.ts"
import { pickUserRows } from "../live/pick-user-rows.ts"
import { usePlayground } from "../playground-context.ts"
import { readSession } from "./call-application.ts"

export type SessionUser = { readonly id: string; readonly email: string | null; readonly name: string | null }

/** Why a session ended without an action of the person in this tab. */
export type Ending = "expired" | "elsewhere" | "new-store" | "other-library" | "lost"

/** `unknown`: the store could not be asked, so the visitor may still be signed in. */
export type SessionView =
  | { readonly status: "reading" }
  | { readonly status: "signed-out"; readonly ending: Ending | undefined }
  | { readonly status: "signed-in"; readonly user: SessionUser }
  | { readonly status: "unknown"; readonly user: SessionUser | undefined }

export type Session = {
  readonly view: SessionView
  /** Reads the session again. `ending` is the reason to show if it has ended. */
  readonly refresh: (ending?: Ending) => Promise<void>
  /** Runs an action of this tab that ends the session, and reads the session again. */
  readonly leave: (act: () => Promise<unknown>) => Promise<void>
}

/** The session of this browser. It is read again when the store, the library, the clock or another tab changes it. */
export function useSession(): Session {
  const { state } = usePlayground()
  const { auth } = state
  const [view, setView] = useState<SessionView>({ status: "reading" })
  const isLeaving = useRef(false)
  const refresh = useCallback(
    async (ending?: Ending) => {
      const response = await readSession(auth)
      setView((before) => {
        const user = "user" in before ? before.user : undefined
        if (!response.ok) return { status: "unknown", user }
        if (response.user) return { status: "signed-in", user: response.user }
        return { status: "signed-out", ending: "ending" in before ? before.ending : user && ending }
      })
    },
    [auth],
  )
  const leave = useCallback(
    async (act: () => Promise<unknown>) => {
      isLeaving.current = true
      await act()
      await refresh()
      isLeaving.current = false
    },
    [refresh],
  )
  useEnvironment(refresh)
  // While this tab ends the session, another tab may notice it first.
  const noticeEnd = useCallback(() => isLeaving.current || void refresh("elsewhere"), [refresh])
  useOtherTabs(auth, view, noticeEnd)
  useRemovedSessions(view, noticeEnd)
  return { view, refresh, leave }
}

/** Reads the session at first, and when the store, the library or the clock has changed. */
function useEnvironment(refresh: Session["refresh"]): void {
  const { auth, store, clock } = usePlayground().state
  const before = useRef({ auth, store, offsetMs: clock.offsetMs })
  useEffect(() => {
    const previous = before.current
    before.current = { auth, store, offsetMs: clock.offsetMs }
    if (previous.auth !== auth) void refresh("other-library")
    else if (previous.store.name !== store.name) void refresh("new-store")
    else if (previous.offsetMs !== clock.offsetMs) void refresh("expired")
    else void refresh("lost")
  }, [refresh, auth, store, clock.offsetMs])
}

/** All tabs of a browser share their cookies, so a tab informs the others who is signed in. */
function useOtherTabs(auth: AuthName, view: SessionView, onOther: () => void): void {
  const userId = view.status === "signed-in" ? view.user.id : null
  const isKnown = view.status === "signed-in" || view.status === "signed-out"
  useEffect(() => {
    if (!isKnown) return
    const channel = new BroadcastChannel(`mortise-playground-${auth}`)
    channel.onmessage = ({ data }) => {
      if (data !== userId) onOther()
    }
    channel.postMessage(userId)
    return () => channel.close()
  }, [auth, isKnown, userId, onOther])
}

/** Calls back when the last session of the signed-in user has left the store. */
function useRemovedSessions(view: SessionView, onRemoved: () => void): void {
  const { state } = usePlayground()
  const userId = view.status === "signed-in" ? view.user.id : undefined
  const count = userId === undefined ? 0 : pickUserRows(state, "session", userId).length
  const before = useRef({ userId, count })
  useEffect(() => {
    const { userId: previous, count: last } = before.current
    before.current = { userId, count }
    if (userId !== undefined && userId === previous && last > 0 && count === 0) onRemoved()
  }, [userId, count])
}
