import { MortiseError } from "../../packages/mortise/src/index.ts"
import type { Wrap } from "../../packages/workshop/src/adapters/wrap-adapter.ts"
import type { OperationRecord, OperationResult, TransitionName } from "../../playground/protocol.ts"
import { describeCall, describeOutcome, rowsIn } from "../../playground/server/describe-call.ts"
import { listTransitions } from "../../playground/server/transitions.ts"

/** A call of the adapter that has ended, and the transitions of the contract's diagram that it took. */
export type WatchedCall = OperationRecord & { readonly taken: readonly TransitionName[] }

/** Reports every call of an adapter. Calls must follow each other: a statement belongs to the call that runs. */
export function createWatch(onCall: (call: WatchedCall) => void) {
  let order = 0
  let usedLink = false
  let statements: string[] = []

  const wrap: Wrap = async (operation, run, args) => {
    order += 1
    statements = []
    const described = describeCall(operation, args)
    const began = performance.now()
    const report = (
      result: Omit<OperationResult, "milliseconds">,
      taken: readonly TransitionName[] = [],
    ): void => {
      const milliseconds = performance.now() - began
      const base = { id: `o${order}`, order, operation, ...described, statements: [...statements] }
      onCall({ ...base, result: { ...result, milliseconds }, taken })
    }
    try {
      const answer = await run()
      const taken = listTransitions({ operation, args, answer, usedLink, isExpiredSession: () => false })
      usedLink ||= taken.includes("follow")
      report({ rows: rowsIn(answer), outcome: describeOutcome(described.verb, answer) }, taken)
      return answer
    } catch (error) {
      const errorCode = error instanceof MortiseError ? error.code : "unknown"
      report({ rows: 0, outcome: "failed", errorCode })
      throw error
    }
  }

  return {
    wrap,
    onStatement: (text: string) => void statements.push(text),
    /** A new action starts: it has not used a link. */
    begin() {
      usedLink = false
    },
  }
}
