import { useEffect, useState } from "preact/hooks"
import type { StoreName } from "./open-store.ts"
import { type StartedLab, startLab } from "./start-lab.ts"
import { emptyView, type View } from "./view.ts"

/** Opens an empty store of this kind, anew after each reset, and closes the one before. */
export function useLab(storeName: StoreName | undefined, resets: number) {
  const [lab, setLab] = useState<StartedLab>()
  const [view, setView] = useState<View>(emptyView)
  const [problem, setProblem] = useState<{ readonly of: StartedLab | undefined; readonly text: string }>()
  const report = (failedLab: StartedLab | undefined, error: unknown) =>
    setProblem({ of: failedLab, text: String(error) })
  useEffect(() => {
    setLab(undefined)
    setView(emptyView)
    setProblem(undefined)
    if (storeName === undefined) return
    let isGone = false
    const started = startLab(storeName, (latest) => !isGone && setView(latest))
    started.opened.then(
      () => !isGone && setLab(started),
      (error: unknown) => !isGone && report(undefined, error),
    )
    return () => {
      isGone = true
      started.close()
    }
  }, [storeName, resets])
  // A store that was closed meanwhile may have failed for that reason.
  return { lab, view, problem: problem?.of === lab ? problem?.text : undefined, report }
}
