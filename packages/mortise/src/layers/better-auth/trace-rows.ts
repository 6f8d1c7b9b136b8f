import { toResultOutcome } from "../outcome.ts"
import type { Instruments } from "../traced/instruments.ts"
import {
  countDeleted,
  countReturned,
  createTarget,
  measure,
  type Target,
  type TracedCall,
} from "../traced/measure.ts"
import {
  type AuthAdapter,
  type Input,
  type Method,
  type MethodName,
  type Methods,
  methodNames,
} from "./auth-database.ts"
import { createDeclaredNames } from "./declared-names.ts"

/** The methods of Better Auth's adapter, with a span and a duration for each call. */
export function traceRows(
  below: AuthAdapter,
  findInstruments: () => Instruments | Promise<Instruments>,
  system: string,
): Methods {
  const { findModel } = createDeclaredNames(below)
  const traceMethod = (name: MethodName): Method => {
    const targets = new Map<string | undefined, Target>()
    const findTarget = (model: string | undefined): Target => {
      const target = targets.get(model) ?? createTarget(system, name, model)
      targets.set(model, target)
      return target
    }
    const call = describeCall(name)
    return async (...args: [Input]) => {
      const target = findTarget(findModel(args[0].model))
      return measure(await findInstruments(), call, { run: below[name], args, target })
    }
  }
  return Object.fromEntries(methodNames.map((name) => [name, traceMethod(name)])) as Methods
}

const describeCall = (name: MethodName): TracedCall<[Input]> => ({
  writes: name !== "findOne" && name !== "findMany" && name !== "count",
  // Better Auth is not told whether `delete` found a row.
  toOutcome: (result) => (name === "delete" ? "applied" : toResultOutcome(result)),
  countResult: (result) => (name === "deleteMany" ? countDeleted(result) : countReturned(result)),
})
