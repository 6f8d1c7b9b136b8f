import type { VNode } from "preact"
import { classes } from "../../../packages/pages/src/classes.ts"
import type { Subject } from "../../protocol.ts"
import { plural } from "../format.ts"
import { type ComparedCell, type ComparedRow, compare } from "./comparison.ts"
import "./comparison.css"

type ComparisonTableProps = {
  readonly caption: string
  readonly subjects: readonly Subject[]
  /** The short name of the official adapter. */
  readonly theirs: string
}

/** What was measured: one row for each measure, a column for Mortise and one for the official adapter. */
export function ComparisonTable({ caption, subjects, theirs }: ComparisonTableProps): VNode {
  const mortise = subjects.find(({ role }) => role === "mortise")
  const official = subjects.find(({ role }) => role === "official")
  const rows = compare(subjects)
  return (
    <>
      <p class="result-note">
        Mortise: {mortise?.title}.{official && ` ${theirs}: ${official.title}.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus */}
      <section class="comparison-scroll" tabIndex={0} aria-label={`Results: ${caption}`}>
        <table class="comparison">
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col">Mortise</th>
              {official && <th scope="col">{theirs}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.label} row={row} hasOfficial={official !== undefined} />
            ))}
          </tbody>
        </table>
      </section>
      <Findings rows={rows.filter(({ details }) => details.length > 0)} />
    </>
  )
}

const maxOpenFindings = 3

/** The rules behind the numbers. */
function Findings({ rows }: { readonly rows: readonly ComparedRow[] }): VNode | null {
  if (rows.length === 0) return null
  const count = rows.reduce((sum, { details }) => sum + details.length, 0)
  return (
    <details class="findings" open={count <= maxOpenFindings}>
      <summary>The {plural(count, "rule")} that do not hold</summary>
      <dl>
        {rows.map(({ label, details }) => (
          <div key={label}>
            <dt>{label}</dt>
            {details.map((text) => (
              <dd key={text}>{text}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  )
}

function Row({ row, hasOfficial }: { readonly row: ComparedRow; readonly hasOfficial: boolean }): VNode {
  const { label, mortise, official } = row
  return (
    <tr>
      <th scope="row">{label}</th>
      <Cell cell={mortise} />
      {hasOfficial && <Cell cell={official} />}
    </tr>
  )
}

function Cell({ cell }: { readonly cell: ComparedCell | undefined }): VNode {
  if (!cell) return <td class="soft">…</td>
  return (
    <td class={classes(cell.isWrong && "comparison-wrong")}>
      {cell.shown}
      {cell.isWrong && <span class="visually-hidden"> (wrong)</span>}
      {cell.byAuthjs > 0 && <span class="comparison-cause">by Auth.js</span>}
    </td>
  )
}
