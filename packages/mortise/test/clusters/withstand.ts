import type { ChaosCall } from "../../../conformance/src/chaos/chaos-call.ts"
import type { ChaosCheck, ChaosFinding } from "../../../conformance/src/chaos/finding.ts"
import { withstand } from "../../../conformance/src/chaos/processes/withstand.ts"
import { countErrors, findSlowest } from "../../../conformance/src/chaos/report.ts"
import type { Subject } from "./subject.ts"

/** Something that happens to a started cluster. */
export type Event = {
  readonly name: string
  run(): Promise<unknown>
  /** Why acknowledged changes may be lost then; absent if the topology promises that they are not. */
  readonly mayLose?: string
}

/** What happened to a cluster under load. */
export type Outcome = {
  readonly calls: readonly ChaosCall[]
  readonly findings: readonly ChaosFinding[]
  /** When the node was dead, if the fault killed one. */
  readonly deadAt: number | undefined
}

/** Lets a fault happen under load, and compares every node with the answers that the callers got. */
export async function withstandFault(subject: Subject, { name, run }: Event): Promise<Outcome> {
  const { close, ...readers } = await subject.connect()
  let result: unknown
  const inject = async () => {
    result = await run()
  }
  const { connect: _, audit, ...own } = subject
  const target = { ...own, ...readers, processes: 2, execArgv: ["--import", "tsx"] }
  try {
    const { calls, findings } = await withstand(target, { name, inject })
    const audited = (await audit?.()) ?? []
    const deadAt = typeof result === "number" ? result : undefined
    return { calls, findings: [...findings, ...audited], deadAt }
  } finally {
    await close()
  }
}

/** How many findings each check has. */
export function countFindings(
  findings: readonly ChaosFinding[],
): Readonly<Partial<Record<ChaosCheck, number>>> {
  const counts: Partial<Record<ChaosCheck, number>> = {}
  for (const { check } of findings) counts[check] = (counts[check] ?? 0) + 1
  return counts
}

/** Counts as text, for the reader of a run. */
export const printCounts = (counts: object): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ") || "none"

/** A line for the reader of a run. */
export function describeOutcome({ calls, findings }: Outcome): string {
  const errors = printCounts(countErrors(calls))
  const found = printCounts(countFindings(findings))
  return `${calls.length} calls, slowest ${Math.round(findSlowest(calls))} ms; errors: ${errors}; findings: ${found}`
}
