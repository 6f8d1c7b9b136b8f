import { printCall } from "./call.ts"
import { adapterSubject, layeredSubject, splitSubject } from "./calls.ts"
import { createJudge, type Scenario, type Violation } from "./check-order.ts"
import type { Engine } from "./engine.ts"
import { followOrder, type Taken } from "./explore.ts"
import { lifecycleSubject } from "./lifecycle-subject.ts"
import { parseOrder } from "./print-violation.ts"
import type { Subject } from "./subject.ts"
import { tenantSubject } from "./tenant-subject.ts"
import { tokenSubject } from "./token-subject.ts"
import { transferSubject } from "./transfer-subject.ts"
import { withoutPauses } from "./without-pauses.ts"

/** Runs one order of calls again, all of them as they were printed. */
export async function repeatOrder(
  engine: Engine,
  calls: readonly string[],
  order: string,
): Promise<Violation | undefined> {
  const scenario = findScenario(chooseSubject(engine.name), calls)
  const taken: Taken[] = []
  const choose = followOrder(parseOrder(order), taken)
  const judge = await createJudge(engine, scenario)
  return withoutPauses(() => judge(choose, () => taken))
}

const chooseSubject = (engine: string): Subject => {
  if (engine.endsWith(" with layers")) return layeredSubject
  if (engine.endsWith(" with tenants")) return tenantSubject
  return engine === "Split" ? splitSubject : adapterSubject
}

/** The calls, of the first subject that has all of them. */
function findScenario(first: Subject, texts: readonly string[]): Scenario {
  for (const subject of [first, tokenSubject, transferSubject, lifecycleSubject]) {
    const calls = texts.flatMap(
      (text) => subject.calls.find((candidate) => printCall(candidate) === text) ?? [],
    )
    if (calls.length === texts.length) return { subject, calls }
  }
  throw new Error(`There are no calls ${texts.join(" and ")}.`)
}
