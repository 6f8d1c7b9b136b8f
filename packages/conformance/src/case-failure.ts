import type { AnyCase } from "./case.ts"

/** The expected and the received value of a failed case. */
export type FailureDetails = {
  readonly expected: string
  readonly received: string
  readonly cause?: unknown
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
  readonly harm: string
  readonly evidence: string | undefined
  readonly fix: string | undefined

  constructor(of: AnyCase, { expected, received, ...rest }: FailureDetails) {
    super(describe(of, expected, received), rest)
    this.id = of.id
    this.expected = expected
    this.received = received
    this.harm = of.harm
    this.evidence = of.evidence
    this.fix = of.fix
  }
}

function describe(
  { title, clause, harm, evidence, fix }: AnyCase,
  expected: string,
  received: string,
): string {
  const lines = [
    `${title} (${clause})`,
    `  expected  ${expected}`,
    `  received  ${received}`,
    `  harm      ${harm}`,
    ...(fix ? [`  fix       ${fix}`] : []),
    ...(evidence ? [`  evidence  ${evidence}`] : []),
  ]
  return lines.join("\n")
}
