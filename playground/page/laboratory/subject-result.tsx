import type { VNode } from "preact"
import { Badge } from "../../../packages/pages/src/badge.tsx"
import { Progress } from "../../../packages/pages/src/progress.tsx"
import type { Measure, Subject } from "../../protocol.ts"
import { duration, plural } from "../format.ts"

type SubjectResultProps = {
  readonly subject: Subject
  /** All subjects of the run: bars of the same measure have the same scale. */
  readonly peers: readonly Subject[]
  readonly isRunning: boolean
}

/** What was measured on one subject of an experiment. */
export function SubjectResult({ subject, peers, isRunning }: SubjectResultProps): VNode {
  const { title, violations, measures, doneRounds, totalRounds, note, milliseconds } = subject
  const isPending = isRunning && doneRounds < totalRounds
  return (
    <article class="subject" data-role={subject.role}>
      <div class="subject-head">
        <h4>{title}</h4>
        {doneRounds < totalRounds || totalRounds === 0 ? (
          <Badge>{isRunning ? "running" : "not finished"}</Badge>
        ) : (
          <Badge tone={violations === 0 ? "good" : "bad"}>{plural(violations, "violation")}</Badge>
        )}
      </div>
      {isPending && <Progress label="Rounds" done={doneRounds} total={totalRounds} />}
      <dl class="measures">
        {measures.map((measure) => (
          <MeasureBar key={measure.label} measure={measure} max={maxOf(measure.label, peers)} />
        ))}
      </dl>
      {note !== undefined && <p class="subject-note">{note}</p>}
      {!isPending && (
        <p class="subject-note">
          {plural(totalRounds, "round")} in {duration(milliseconds)}
        </p>
      )}
    </article>
  )
}

function MeasureBar({ measure, max }: { readonly measure: Measure; readonly max: number }): VNode {
  const { label, value, expected } = measure
  const verdict = expected === undefined ? "open" : value === expected ? "right" : "wrong"
  return (
    <div class={`measure measure-${verdict}`}>
      <dt>
        {label}
        {expected !== undefined && expected > 0 && `, expected ${expected}`}
      </dt>
      <dd>
        <svg class="measure-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect class="measure-track" width="100" height="8" />
          <rect class="measure-fill" width={max === 0 ? 0 : (100 * value) / max} height="8" />
        </svg>
        <strong>{value}</strong>
      </dd>
    </div>
  )
}

/** The largest value of a measure among all subjects, or the expected one if it is larger. */
function maxOf(label: string, subjects: readonly Subject[]): number {
  const same = subjects.flatMap(({ measures }) => measures.filter((measure) => measure.label === label))
  return Math.max(0, ...same.flatMap(({ value, expected = 0 }) => [value, expected]))
}
