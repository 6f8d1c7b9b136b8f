import { useRef, useState } from "preact/hooks"
import { actOnAll, toErrorMessage } from "./api-client.ts"
import type { Studio } from "./studio.ts"
import { useStop } from "./use-stop.ts"
import type { UserAction } from "./user-actions.ts"

/** The action that waits for confirmation, and its progress once it runs. */
export type PendingAction = {
  readonly asked: UserAction | undefined
  readonly progress: { readonly changed: number; readonly left: number } | undefined
  /** The person has cancelled the action, and its last request still runs. */
  readonly isStopping: boolean
  readonly ask: (action: UserAction) => void
  readonly cancel: () => void
  readonly confirm: () => Promise<void>
  /** The card in which the last action was asked for. */
  readonly place: () => Element | null | undefined
}

export function useAction(userId: string, { notify }: Studio, onDone: () => void): PendingAction {
  const [asked, setAsked] = useState<UserAction>()
  const place = useRef<Element | null>()
  const [progress, setProgress] = useState<PendingAction["progress"]>()
  const stop = useStop()
  const ask = (action: UserAction) => {
    place.current = document.activeElement?.closest("section.card")
    setAsked(action)
  }
  const confirm = async () => {
    if (!asked || progress) return
    stop.reset()
    setProgress({ changed: 0, left: 0 })
    try {
      const { action, handle } = asked
      const input = { userId, ...(handle !== undefined && { handle }) }
      const onProgress = (changed: number, left: number) => setProgress({ changed, left })
      const result = await actOnAll(action, input, onProgress, stop.isAsked)
      notify(asked.result(result))
      for (const problem of result.notEnded ?? []) notify(problem, "bad")
    } catch (error) {
      notify(toErrorMessage(error), "bad")
    }
    setProgress(undefined)
    setAsked(undefined)
    onDone()
  }
  const cancel = progress ? stop.ask : () => setAsked(undefined)
  const isStopping = stop.isStopping && progress !== undefined
  return { asked, progress, isStopping, ask, cancel, confirm, place: () => place.current }
}
