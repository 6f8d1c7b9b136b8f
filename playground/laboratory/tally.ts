import type { Measure, Subject } from "../protocol.ts"

/** Counts what an experiment finds on one subject. */
export type Tally = {
  plan(totalRounds: number): void
  /** Adds to a measure. `expected` is what breaks no rule; each unit above or below it is a violation. */
  count(label: string, value: number, expected?: number): void
  /** Replaces all measures. */
  replace(all: readonly Measure[]): void
  roundDone(): void
  note(sentence: string): void
}

/** Creates the tally of a subject; `onChange` gets the numbers so far. */
export function createTally(
  { title, role }: Pick<Subject, "title" | "role">,
  onChange: (subject: Subject) => void,
): Tally {
  const measures = new Map<string, Measure>()
  const began = performance.now()
  let rounds = { doneRounds: 0, totalRounds: 0 }
  let violations = 0
  const notes: string[] = []

  const reportChange = () =>
    onChange({
      title,
      role,
      ...rounds,
      violations,
      measures: [...measures.values()],
      ...(notes.length > 0 && { note: notes.join(" ") }),
      milliseconds: Math.round(performance.now() - began),
    })

  return {
    plan(totalRounds) {
      rounds = { ...rounds, totalRounds }
      reportChange()
    },
    count(label, value, expected) {
      const sum = measures.get(label)
      if (expected !== undefined) violations += Math.abs(value - expected)
      measures.set(label, {
        label,
        value: (sum?.value ?? 0) + value,
        ...(expected !== undefined && { expected: (sum?.expected ?? 0) + expected }),
      })
    },
    replace(all) {
      measures.clear()
      for (const measure of all) measures.set(measure.label, measure)
      violations = all.reduce(
        (sum, { value, expected }) => sum + (expected === undefined ? 0 : Math.abs(value - expected)),
        0,
      )
    },
    roundDone() {
      rounds = { ...rounds, doneRounds: rounds.doneRounds + 1 }
      reportChange()
    },
    note(sentence) {
      notes.push(sentence)
      reportChange()
    },
  }
}
