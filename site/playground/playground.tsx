import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Button } from "../../packages/pages/src/button.tsx"
import { Card } from "../../packages/pages/src/card.tsx"
import { ErrorBanner } from "../../packages/pages/src/error-banner.tsx"
import { Progress } from "../../packages/pages/src/progress.tsx"
import { Segmented } from "../../packages/pages/src/segmented.tsx"
import "../../playground/page/playground.css"
import { ModelTable } from "../../playground/page/store/model-table.tsx"
import { ActionsCard } from "./actions-card.tsx"
import { emptyView, type Lab, openLab, type View } from "./lab.ts"
import type { StoreName } from "./open-store.ts"
import { OperationsCard } from "./operations-card.tsx"
import "./playground.css"
import { RaceCard } from "./race/race-card.tsx"

const stores = [
  { value: "memory", label: "Memory" },
  { value: "pglite", label: "PGlite" },
] as const

const storeInAddress = (): StoreName =>
  new URLSearchParams(location.search).get("store") === "pglite" ? "pglite" : "memory"

/** The whole playground: a store in this tab, what a person can do with it, and the race. */
export function Playground(): VNode {
  const [storeName, setStoreName] = useState(storeInAddress)
  const [resets, setResets] = useState(0)
  const { lab, view, problem, report } = useLab(storeName, resets)
  const [running, setRunning] = useState<"action" | "race">()
  const isClosed = lab === undefined || running === "race"
  // One thing at a time. A button stays enabled during its own action, so that it keeps the focus.
  const run = async (what: "action" | "race", work: (open: Lab) => Promise<void>) => {
    if (!lab || running) return
    setRunning(what)
    await work(lab).catch((error: unknown) => report(lab, error))
    setRunning(undefined)
  }
  const choose = (name: StoreName) => {
    history.replaceState(null, "", `?store=${name}`)
    setStoreName(name)
  }
  return (
    <>
      <div class="row">
        <Segmented
          legend="Store"
          options={stores}
          value={storeName}
          onChange={choose}
          disabled={running === "race"}
        />
        <Button busy={isClosed && !problem} onClick={() => setResets(resets + 1)}>
          Reset
        </Button>
        <code class="soft">{`mortise/${storeName}`}</code>
      </div>
      {problem !== undefined && (
        <ErrorBanner title="The store failed" onRetry={() => setResets(resets + 1)}>
          {problem}
        </ErrorBanner>
      )}
      {!lab && problem === undefined && <Progress label="Opening the store and creating its tables" />}
      <div class="bench">
        <ActionsCard
          people={view.people}
          isClosed={isClosed}
          onAct={(name, action) => run("action", (open) => open.act(name, action))}
        />
        <OperationsCard runs={view.runs} />
      </div>
      <Card title="In the store" level={2}>
        <div class="tables">
          {view.tables.map((table) => (
            <ModelTable key={table.model} table={table} />
          ))}
        </div>
      </Card>
      <RaceCard
        key={`${storeName} ${resets}`}
        store={lab?.store}
        isBusy={isClosed}
        onRun={(race) => run("race", (open) => race().finally(open.refresh))}
      />
    </>
  )
}

/** Opens an empty store of this kind, anew after each reset, and closes the one before. */
function useLab(storeName: StoreName, resets: number) {
  const [lab, setLab] = useState<Lab>()
  const [view, setView] = useState<View>(emptyView)
  const [problem, setProblem] = useState<{ readonly of: Lab | undefined; readonly text: string }>()
  const report = (failedLab: Lab | undefined, error: unknown) =>
    setProblem({ of: failedLab, text: String(error) })
  useEffect(() => {
    let isGone = false
    setLab(undefined)
    setView(emptyView)
    setProblem(undefined)
    const opening = openLab(storeName, (latest) => !isGone && setView(latest))
    opening.then(
      (opened) => !isGone && setLab(opened),
      (error: unknown) => !isGone && report(undefined, error),
    )
    return () => {
      isGone = true
      opening.then(({ store }) => store.close()).catch(() => {})
    }
  }, [storeName, resets])
  // A store that was closed meanwhile may have failed for that reason.
  return { lab, view, problem: problem?.of === lab ? problem?.text : undefined, report }
}
