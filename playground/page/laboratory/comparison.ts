import type { Measure, Subject } from "../../protocol.ts"
import { plural } from "../format.ts"

/** One measure of one subject. */
export type ComparedCell = {
  /** The value, with what is expected of this subject: "24 of 26". Another one may have more calls that fail. */
  readonly shown: string
  readonly isWrong: boolean
  /** How many of the violations happen with Auth.js on our adapter too, so Auth.js causes them. */
  readonly byAuthjs: number
}

/** One measure of an experiment. A cell is undefined until its subject has begun. */
export type ComparedRow = {
  readonly label: string
  readonly mortise: ComparedCell | undefined
  readonly official: ComparedCell | undefined
  /** The rules that the official adapter breaks. */
  readonly details: readonly string[]
}

const violations = ({ value, expected }: Pick<Measure, "value" | "expected">): number =>
  expected === undefined ? 0 : Math.abs(value - expected)

const formatMeasure = ({ value, expected }: Pick<Measure, "value" | "expected">): string =>
  expected ? `${value} of ${expected}` : String(value)

/** The measures of all subjects, one row for each. */
export function compare(subjects: readonly Subject[]): readonly ComparedRow[] {
  const findSubject = (role: Subject["role"]) => subjects.find((subject) => subject.role === role)
  const [mortise, adapter, official] = [
    findSubject("mortise"),
    findSubject("adapter"),
    findSubject("official"),
  ]
  const measures = new Map(
    [official, adapter, mortise]
      .flatMap((subject) => subject?.measures ?? [])
      .map((measure) => [measure.label, measure]),
  )
  return [...measures.values()].map(({ label, expected }) => {
    const measure = (subject: Subject | undefined) =>
      subject?.measures.find((candidate) => candidate.label === label)
    // A defect that was not found gets no row.
    const toCell = (subject: Subject | undefined): ComparedCell | undefined => {
      if (!subject) return undefined
      const subjectMeasure = measure(subject) ?? { value: 0, ...(expected !== undefined && { expected: 0 }) }
      const wrong = violations(subjectMeasure)
      const ofAuthjs = subject === official ? violations(measure(adapter) ?? { value: 0 }) : 0
      return { shown: formatMeasure(subjectMeasure), isWrong: wrong > 0, byAuthjs: Math.min(wrong, ofAuthjs) }
    }
    const details = measure(official)?.details ?? measure(mortise)?.details ?? []
    return {
      label,
      mortise: toCell(mortise),
      official: toCell(official),
      details,
    }
  })
}

export type Verdict = { readonly tone: "good" | "bad" | "neutral"; readonly text: string }

/** One sentence about a finished run. `theirs` is the short name of the official adapter. */
export function buildVerdict(subjects: readonly Subject[], theirs: string): Verdict {
  const rows = compare(subjects)
  // A row of the suite counts several rules, and has their names.
  const rulesIn = (some: readonly ComparedRow[]) =>
    some.reduce((sum, { details }) => sum + Math.max(1, details.length), 0)
  const ours = rulesIn(rows.filter(({ mortise }) => mortise?.isWrong))
  if (ours > 0) return { tone: "bad", text: `Mortise breaks ${plural(ours, "rule")}: please report it.` }
  const theirRows = rows.filter(({ official }) => official?.isWrong)
  const ownRules = rulesIn(theirRows.filter(({ official }) => official?.byAuthjs === 0))
  const shared = rulesIn(theirRows) - ownRules
  if (!subjects.some(({ role }) => role === "official"))
    return { tone: "good", text: "Mortise keeps every rule." }
  if (theirRows.length === 0)
    return { tone: "good", text: `Mortise and ${theirs} both keep every rule here.` }
  if (ownRules === 0)
    return {
      tone: "neutral",
      text: `${theirs} adds no violation of its own: Auth.js itself breaks ${plural(shared, "rule")}, which mortise/auth keeps.`,
    }
  const more = shared > 0 ? ` Auth.js itself breaks ${shared} more.` : ""
  return {
    tone: "bad",
    text: `Mortise keeps every rule; ${theirs} breaks ${plural(ownRules, "rule")}.${more}`,
  }
}
