import { useState } from "preact/hooks"
import { actOnAll, messageOf } from "./api-client.ts"
import type { Studio } from "./studio.ts"
import type { UserAction } from "./user-actions.ts"

/** The action that waits for its confirmation, and how far it is once it runs. */
export type PendingAction = {
  readonly asked: UserAction | undefined
  readonly progress: { readonly changed: number; readonly left: number } | undefined
  readonly ask: (action: UserAction) => void
  readonly cancel: () => void
  readonly confirm: () => Promise<void>
}

export function useAction(userId: string, { notify }: Studio, onDone: () => void): PendingAction {
  const [asked, ask] = useState<UserAction>()
  const [progress, setProgress] = useState<PendingAction["progress"]>()
  const confirm = async () => {
    if (!asked || progress) return
    setProgress({ changed: 0, left: 0 })
    try {
      const { action, handle } = asked
      const input = { userId, ...(handle !== undefined && { handle }) }
      const changed = await actOnAll(action, input, (changed, left) => setProgress({ changed, left }))
      notify(asked.result(changed))
    } catch (error) {
      notify(messageOf(error), "bad")
    }
    setProgress(undefined)
    ask(undefined)
    onDone()
  }
  return { asked, progress, ask, cancel: () => ask(undefined), confirm }
}
