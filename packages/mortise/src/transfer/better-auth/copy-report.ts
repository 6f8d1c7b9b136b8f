import type { ContractModelName } from "../../contract/models.ts"
import type { CopyOptions, CopyReason, CopyReport, LeftOut } from "./copy-options.ts"
import type { Copied } from "./copy-user.ts"

/** Counts what happens to rows. */
export type ReportBuilder = {
  /** Counts a row of a user. */
  add(model: ContractModelName, userId: string, outcome: Copied): void
  /** Counts rows that were left out for one reason. */
  count(model: ContractModelName, reason: CopyReason, count: number): void
  current(isComplete: boolean): CopyReport
}

const models = ["user", "account", "session", "verificationToken", "authenticator"] as const

const needsNoDecision: readonly CopyReason[] = ["other_cookie", "other_link", "no_counterpart"]

/** Creates an empty report. */
export function createCopyReport(
  { onProblem }: CopyOptions,
  unconfiguredProviders: () => readonly string[],
): ReportBuilder {
  const stored = new Map<string, number>()
  const left = new Map<string, LeftOut>()

  const count = (model: ContractModelName, reason: CopyReason, more: number): void => {
    const key = `${model} ${reason}`
    if (more > 0) left.set(key, { model, reason, count: (left.get(key)?.count ?? 0) + more })
  }

  return {
    count,
    add(model, userId, outcome) {
      if (outcome === "copied" || outcome === "equal") {
        const key = `${model} ${outcome}`
        stored.set(key, (stored.get(key) ?? 0) + 1)
        return
      }
      count(model, outcome, 1)
      if (!needsNoDecision.includes(outcome)) onProblem?.({ model, userId, reason: outcome })
    },
    current(isComplete) {
      const skipped = [...left.values()].filter(({ reason }) => needsNoDecision.includes(reason))
      const problems = [...left.values()].filter(({ reason }) => !needsNoDecision.includes(reason))
      const sum = (list: readonly LeftOut[], model: string) =>
        list.reduce((total, entry) => total + (entry.model === model ? entry.count : 0), 0)
      const counts = models.map((model) => [
        model,
        {
          copied: stored.get(`${model} copied`) ?? 0,
          equal: stored.get(`${model} equal`) ?? 0,
          skipped: sum(skipped, model),
          problems: sum(problems, model),
        },
      ])
      return {
        rows: Object.fromEntries(counts),
        skipped,
        problems,
        unconfiguredProviders: unconfiguredProviders(),
        isComplete,
      }
    },
  }
}
