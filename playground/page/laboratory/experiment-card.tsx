import type { VNode } from "preact"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import type { ExperimentRun } from "../../protocol.ts"
import { usePlayground } from "../playground-context.ts"
import type { ExperimentText } from "./experiments.ts"
import { SubjectResult } from "./subject-result.tsx"

type ExperimentCardProps = {
  readonly experiment: ExperimentText
  /** The last run; undefined if it has never run. */
  readonly run: ExperimentRun | undefined
  /** The official adapter to compare with. */
  readonly official: string | undefined
}

/** One experiment: its question, the buttons that run it, and what was measured. */
export function ExperimentCard({ experiment, run, official }: ExperimentCardProps): VNode {
  const { state, command } = usePlayground()
  const { name, title, question } = experiment
  const isRunning = run?.status === "running"
  // Experiments run one at a time, because they would slow each other down.
  const isOccupied = !isRunning && state.experiments.some(({ status }) => status === "running")
  const start = (beside?: string) =>
    command("experiment", { experiment: name, ...(beside !== undefined && { beside }) })
  return (
    <Card title={title}>
      <p class="soft">{question}</p>
      <div class="row">
        <Button size="small" busy={isRunning} disabled={isOccupied} onClick={() => start()}>
          Run on ours
        </Button>
        {official !== undefined && (
          <Button size="small" busy={isRunning} disabled={isOccupied} onClick={() => start(official)}>
            Compare
            <span class="visually-hidden"> with {official}</span>
          </Button>
        )}
      </div>
      {run && (
        <div class="subjects" aria-live="polite" aria-busy={isRunning}>
          {run.subjects.map((subject) => (
            <SubjectResult key={subject.title} subject={subject} peers={run.subjects} isRunning={isRunning} />
          ))}
          {run.status === "failed" && <p class="failed">{run.message}</p>}
        </div>
      )}
    </Card>
  )
}
