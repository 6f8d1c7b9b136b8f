import type { AnyCase } from "./case.ts"
import type { Symptom } from "./symptoms/symptom.ts"

/** The expected and the received value of a failed case. */
export type FailureDetails = {
  readonly expected: string
  readonly received: string
  readonly cause?: unknown
  /** How it differs, for grouping. */
  readonly symptom?: Symptom
}

/**
 * A failed case: what was expected, what was received, the harm, the fix, and where the defect was seen before.
 *
 * @example
 * ```ts
 * import { CaseFailure, runConformance } from "@mortise/conformance"
 *
 * const factory = () => ({ adapter: { getUser: () => undefined } })
 * const { results } = await runConformance({ factory, onLine: false })
 * for (const { error } of results) if (error instanceof CaseFailure) console.log(error.expected, error.harm)
 * ```
 */
export class CaseFailure extends Error {
  override readonly name = "CaseFailure"
  readonly id: string
  readonly expected: string
  readonly received: string
  /** What happens if the property of the case does not hold. Empty if the case could not get as far as that. */
  readonly harm: string
  readonly evidence: string | undefined
  readonly fix: string | undefined

  constructor(testCase: AnyCase, { expected, received, cause }: FailureDetails, isPrecondition = false) {
    const { title, clause } = testCase
    const advice: Advice = isPrecondition ? { title, clause, harm: "" } : testCase
    super(describe(advice, expected, received), cause === undefined ? undefined : { cause })
    this.id = testCase.id
    this.expected = expected
    this.received = received
    this.harm = advice.harm
    this.evidence = advice.evidence
    this.fix = advice.fix
  }
}

type Advice = Pick<AnyCase, "title" | "clause" | "harm" | "evidence" | "fix">

function describe(
  { title, clause, harm, evidence, fix }: Advice,
  expected: string,
  received: string,
): string {
  const lines = [
    `${title} (${clause})`,
    `  expected  ${expected}`,
    `  received  ${received}`,
    ...(harm ? [`  harm      ${harm}`] : []),
    ...(fix ? [`  fix       ${fix}`] : []),
    ...(evidence ? [`  evidence  ${evidence}`] : []),
  ]
  return lines.join("\n")
}
