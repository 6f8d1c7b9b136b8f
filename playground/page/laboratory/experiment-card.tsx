import type { VNode } from "preact"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { Progress } from "../../../packages/pages/src/progress.tsx"
import { type OfficialAdapterName, shortName } from "../../official-adapters.ts"
import type { ExperimentName, ExperimentRun } from "../../protocol.ts"
import { duration, roughDuration, seconds } from "../format.ts"
import { usePlayground } from "../playground-context.ts"
import { useElapsed } from "../use-elapsed.ts"
import { buildVerdict } from "./comparison.ts"
import { ComparisonTable } from "./comparison-table.tsx"
import type { Claim } from "./exhibits.ts"
import { experiments } from "./experiments.ts"

type ExperimentCardProps = {
  readonly name: ExperimentName
  /** The last run; undefined if it has never run. */
  readonly run: ExperimentRun | undefined
  /** The official adapter to compare with; undefined to run on ours only. */
  readonly official: OfficialAdapterName | undefined
  /** What the experiment shows, instead of its question. */
  readonly claim?: Claim | undefined
}

/** One experiment: its claim or question, the button that runs it, and what was measured. */
export function ExperimentCard({ name, run, official, claim }: ExperimentCardProps): VNode {
  const { state, command } = usePlayground()
  const { title, question, seconds: expected, theirs } = experiments[name]
  const chosen = official === undefined ? undefined : shortName(official)
  const compared = theirs ?? chosen
  const action =
    compared === undefined ? "Run on Mortise" : claim ? "Show it live" : `Compare with ${compared}`
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
      {claim ? <ClaimText {...claim} /> : <p class="soft">{question}</p>}
      <div class="row experiment-start">
        <Button
          {...(claim ? { variant: "primary" } : { size: "small" })}
          busy={isRunning}
          disabled={isOccupied}
          onClick={start}
        >
          {action}
          <span class="visually-hidden">: {title}</span>
        </Button>
        <span class="soft">{isOccupied ? "after the running one" : roughDuration(expected)}</span>
      </div>
      {run && <Result run={run} title={title} fixed={theirs} />}
    </Card>
  )
}

const ClaimText = ({ finding, contrast }: Claim): VNode => (
  <p class="claim">
    <em>{finding}</em> {contrast}
  </p>
)

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
