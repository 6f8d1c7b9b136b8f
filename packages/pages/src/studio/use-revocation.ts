import { useState } from "preact/hooks"
import type { ActionInput, ActionResult, Receipt } from "../../../mortise/src/cli/studio/api-types.ts"
import { act, toErrorMessage } from "./api-client.ts"
import type { Studio } from "./studio.ts"
import { useStop } from "./use-stop.ts"

/** A run of the breach tools and its progress. */
export type RevocationRun = {
  /** What was counted, or ended; `undefined` before the first batch. */
  readonly receipt: Receipt | undefined
  readonly isRunning: boolean
  /** The person has asked to stop, and a batch still runs. */
  readonly isStopping: boolean
  readonly count: (input: Partial<ActionInput>) => Promise<void>
  readonly apply: () => Promise<void>
  readonly proceed: () => Promise<void>
  readonly stop: () => void
  readonly reset: () => void
}

type Progress = NonNullable<ActionResult["revocation"]>

export function useRevocation({ notify }: Studio): RevocationRun {
  const [progress, setProgress] = useState<Progress>()
  const [isRunning, setRunning] = useState(false)
  const stop = useStop()

  /** Runs batches until all are done, the person stops them, or one fails. */
  const work = async (first: () => Promise<ActionResult>) => {
    let latest = progress
    let isFailed = false
    const show = ({ revocation }: ActionResult) => {
      latest = revocation
      setProgress(revocation)
    }
    stop.reset()
    setRunning(true)
    try {
      show(await first())
      while (latest?.receipt.next && !stop.isAsked())
        show(await act("continue-revocation", { run: latest.run }))
    } catch (error) {
      isFailed = true
      notify(toErrorMessage(error), "bad")
    }
    // The receipt of a run that is not complete says so.
    if (latest && (isFailed || latest.receipt.next))
      await act("stop-revocation", { run: latest.run }).then(show, () => {
        // The studio was closed, or another page has started a run: the receipt stays as it was.
      })
    setRunning(false)
  }

  const run = progress?.run ?? ""
  return {
    receipt: progress?.receipt,
    isRunning,
    isStopping: isRunning && stop.isStopping,
    count: (input) => work(() => act("count-revocation", input)),
    apply: () => work(() => act("apply-revocation", { run })),
    proceed: () => work(() => act("continue-revocation", { run })),
    stop: stop.ask,
    reset: () => setProgress(undefined),
  }
}
