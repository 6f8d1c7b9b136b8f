import { type Call, printCall } from "./call.ts"
import { allCalls } from "./calls.ts"
import { createJudge, type Violation } from "./check-order.ts"
import type { Engine } from "./engine.ts"
import { followOrder, type Taken } from "./explore.ts"
import { parseOrder } from "./print-violation.ts"
import { withoutPauses } from "./without-pauses.ts"

/** Runs one order of calls again, all of them as they were printed. */
export async function repeatOrder(
  engine: Engine,
  calls: readonly string[],
  order: string,
): Promise<Violation | undefined> {
  const scenario = calls.map(findCall)
  const taken: Taken[] = []
  const choose = followOrder(parseOrder(order), taken)
  const judge = await createJudge(engine, scenario)
  return withoutPauses(() => judge(choose, () => taken))
}

function findCall(text: string): Call {
  const call = allCalls.find((candidate) => printCall(candidate) === text)
  if (!call) throw new Error(`There is no call ${text}.`)
  return call
}
