import { createJudge, type Scenario, type Violation } from "./check-order.ts"
import type { Engine } from "./engine.ts"
import { type Bounds, type Explored, explore } from "./explore.ts"
import { withoutPauses } from "./without-pauses.ts"

export type Checked = Explored & { scenarios: number; readonly violations: Violation[] }

/** Runs every order of each scenario, within bounds. A scenario ends at its first violation. */
export async function checkScenarios(
  engine: Engine,
  scenarios: readonly Scenario[],
  bounds: Partial<Bounds> = {},
  mostViolations = 20,
): Promise<Checked> {
  const checked: Checked = { scenarios: 0, runs: 0, skipped: 0, leftOut: 0, diverged: 0, violations: [] }
  await withoutPauses(async () => {
    for (const scenario of scenarios) {
      const explored = await checkScenario(engine, scenario, bounds, checked.violations)
      checked.scenarios++
      checked.runs += explored.runs
      checked.skipped += explored.skipped
      checked.leftOut += explored.leftOut
      checked.diverged += explored.diverged
      if (checked.violations.length >= mostViolations) return
    }
  })
  return checked
}

async function checkScenario(
  engine: Engine,
  scenario: Scenario,
  bounds: Partial<Bounds>,
  violations: Violation[],
): Promise<Explored> {
  const judge = await createJudge(engine, scenario)
  return explore({ faults: engine.faults, ...bounds }, async (choose, listTaken) => {
    const violation = await judge(choose, listTaken)
    if (violation) violations.push(violation)
    return !violation
  })
}
