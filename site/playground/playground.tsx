import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../packages/pages/src/button.tsx"
import { Card } from "../../packages/pages/src/card.tsx"
import { ErrorBanner } from "../../packages/pages/src/error-banner.tsx"
import { Progress } from "../../packages/pages/src/progress.tsx"
import { Segmented } from "../../packages/pages/src/segmented.tsx"
import "../../playground/page/playground.css"
import { ModelTable } from "../../playground/page/store/model-table.tsx"
import { ActionsCard } from "./actions-card.tsx"
import { DownloadCard } from "./download-card.tsx"
import type { Facts } from "./facts.ts"
import type { Lab } from "./lab.ts"
import type { StoreName } from "./open-store.ts"
import { OperationsCard } from "./operations-card.tsx"
import "./playground.css"
import { RaceCard } from "./race/race-card.tsx"
import { useLab } from "./use-lab.ts"

const stores = [
  { value: "memory", label: "Memory" },
  { value: "pglite", label: "PGlite" },
] as const

const storeInAddress = (): StoreName =>
  new URLSearchParams(location.search).get("store") === "pglite" ? "pglite" : "memory"

/** The whole playground: a store in this tab, what a person can do with it, and the race. */
export function Playground({ facts }: { readonly facts: Facts }): VNode {
  const [storeName, setStoreName] = useState(storeInAddress)
  const [mayDownload, setMayDownload] = useState(false)
  const [resets, setResets] = useState(0)
  const waits = storeName === "pglite" && !mayDownload
  const { lab, view, problem, report } = useLab(waits ? undefined : storeName, resets)
  const [running, setRunning] = useState<"action" | "race">()
  const isClosed = lab === undefined || running === "race"
  const isOpening = !lab && !waits && problem === undefined
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
        <Button busy={isClosed && !waits && !problem} disabled={waits} onClick={() => setResets(resets + 1)}>
          Reset
        </Button>
        <code class="soft">{`mortise/${storeName}`}</code>
      </div>
      {waits && <DownloadCard facts={facts} onStart={() => setMayDownload(true)} />}
      {problem !== undefined && (
        <ErrorBanner title="The store failed" onRetry={() => setResets(resets + 1)}>
          {problem}
        </ErrorBanner>
      )}
      {isOpening && <Progress label={opening[storeName]} />}
      <div class="bench">
        <ActionsCard
          people={view.people}
          isClosed={isClosed}
          onAct={(name, { label }) => run("action", (open) => open.act(name, label))}
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
        key={storeName}
        isPossible={storeName === "pglite"}
        isBusy={isClosed && !waits}
        isDisabled={waits}
        official={facts.official}
        result={view.race}
        onRun={(options) => run("race", (open) => open.race(options))}
        onChoosePglite={() => choose("pglite")}
      />
    </>
  )
}

const opening: Readonly<Record<StoreName, string>> = {
  memory: "Opening the store",
  pglite: "Downloading PGlite, starting PostgreSQL and creating its tables",
}
