import type { VNode } from "preact"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { Progress } from "../../../packages/pages/src/progress.tsx"
import { type OfficialAdapterName, shortName } from "../../official-adapters.ts"
import type { ExperimentRun } from "../../protocol.ts"
import { duration, seconds } from "../format.ts"
import { usePlayground } from "../playground-context.ts"
import { useElapsed } from "../use-elapsed.ts"
import { buildVerdict } from "./comparison.ts"
import { ComparisonTable } from "./comparison-table.tsx"
import type { ExperimentText } from "./experiments.ts"

type ExperimentCardProps = {
  readonly experiment: ExperimentText
  /** The last run; undefined if it has never run. */
  readonly run: ExperimentRun | undefined
  /** The official adapter to compare with; undefined to run on ours only. */
  readonly official: OfficialAdapterName | undefined
}

/** One experiment: its question, the button that runs it, and what was measured. */
export function ExperimentCard({ experiment, run, official }: ExperimentCardProps): VNode {
  const { state, command } = usePlayground()
  const { name, title, question, theirs } = experiment
  const chosen = official === undefined ? undefined : shortName(official)
  const compared = theirs ?? chosen
  const isRunning = run?.status === "running"
  // Experiments run one at a time, because they would slow each other down.
  const isOccupied = !isRunning && state.experiments.some(({ status }) => status === "running")
  const start = () =>
    command("experiment", {
      experiment: name,
      ...(theirs === undefined && official !== undefined && { beside: official }),
    })
  return (
    <Card title={title}>
      <p class="soft">{question}</p>
      <div class="row">
        <Button
          size="small"
          variant={name === "suite" ? "primary" : "plain"}
          busy={isRunning}
          disabled={isOccupied}
          onClick={start}
        >
          {compared === undefined ? "Run on Mortise" : `Compare with ${compared}`}
          <span class="visually-hidden">: {title}</span>
        </Button>
      </div>
      {run && <Result run={run} title={title} fixed={theirs} />}
    </Card>
  )
}

type ResultProps = {
  readonly run: ExperimentRun
  readonly title: string
  readonly fixed: string | undefined
}

function Result({ run, title, fixed }: ResultProps): VNode {
  const isRunning = run.status === "running"
  const elapsed = useElapsed(isRunning)
  const { subjects, beside } = run
  const theirs = fixed ?? (beside === undefined ? "" : shortName(beside))
  const current = subjects.find(({ doneRounds, totalRounds }) => doneRounds < totalRounds)
  const notes = new Set(subjects.flatMap(({ role, note }) => (role === "adapter" || !note ? [] : note)))
  const total = subjects.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return (
    <div class="result" aria-live="polite" aria-busy={isRunning}>
      {isRunning && (
        <Progress
          label={`${run.stage}, ${seconds(elapsed)}`}
          {...(current && { done: current.doneRounds, total: current.totalRounds })}
        />
      )}
      {run.status === "done" && <VerdictLine {...buildVerdict(subjects, theirs)} />}
      {run.status === "failed" && <p class="verdict verdict-bad">{run.message}</p>}
      {subjects.some(({ measures }) => measures.length > 0) && (
        <ComparisonTable caption={title} subjects={subjects} theirs={theirs} />
      )}
      {!isRunning && (
        <p class="result-note">
          {[...notes].join(" ")} Measured on this machine in {duration(total)}.
        </p>
      )}
    </div>
  )
}

const VerdictLine = ({ tone, text }: { readonly tone: string; readonly text: string }): VNode => (
  <p class={`verdict verdict-${tone}`}>{text}</p>
)
