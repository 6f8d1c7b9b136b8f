import { type CaseResult, cases, runConformance } from "@mortise/conformance"
import { failuresByCause } from "../../peers/causes.ts"
import type { Measure } from "../protocol.ts"
import type { Bench } from "./bench.ts"
import type { Tally } from "./tally.ts"

/** What the contract, the real client or safe sign-in requires, as far as one process without waiting can check it. */
const musts = cases.filter(
  ({ level, processes, outage, waits }) => level === "must" && !processes && !outage && !waits,
)
const batchSize = 24

/** Runs the conformance suite against an adapter, some cases at a time, and counts the rules that do not hold. */
export async function suite(bench: Bench, tally: Tally): Promise<void> {
  tally.plan(Math.ceil(musts.length / batchSize))
  const results: CaseResult[] = []
  for (let from = 0; from < musts.length; from += batchSize) {
    const only = musts.slice(from, from + batchSize).map(({ id }) => id)
    const factory = () => ({ adapter: bench.adapter() })
    // With the same seed, two adapters get the same calls.
    results.push(
      ...(await runConformance({ factory, only, effort: "quick", seed: 1, onLine: false })).results,
    )
    tally.replace(toMeasures(results))
    tally.roundDone()
  }
}

function toMeasures(results: readonly CaseResult[]): readonly Measure[] {
  const { shared, others } = failuresByCause(results as Parameters<typeof failuresByCause>[0])
  const count = (...statuses: CaseResult["status"][]) =>
    results.filter(({ status }) => statuses.includes(status)).length
  const broken = [
    ...shared,
    ...(others.length > 0 ? [{ title: "Other rules are broken", failures: others }] : []),
  ]
  return [
    { label: "Rules checked", value: count("passed", "failed") },
    ...(count("skipped") > 0
      ? [{ label: "Rules skipped, because the adapter lacks an operation", value: count("skipped") }]
      : []),
    ...broken.map(({ title, failures }) => ({
      label: title,
      value: failures.length,
      expected: 0,
      details: failures.map((failure) => failure.title),
    })),
  ]
}
