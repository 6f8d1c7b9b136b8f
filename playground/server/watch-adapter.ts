import { AsyncLocalStorage } from "node:async_hooks"
import { MortiseError } from "../../packages/mortise/src/index.ts"
import type { Wrap } from "../../packages/mortise/test/auth/support/wrap-adapter.ts"
import type { OperationRecord, OperationResult } from "../protocol.ts"
import { type DescribedCall, describeCall, outcomeOf, rowsIn } from "./describe-call.ts"
import type { EventHub } from "./event-hub.ts"
import { transitionsOf } from "./transitions.ts"

/** The request that the code runs for. */
export type RequestContext = { readonly id: string; usedLink: boolean }

/** Reports every call of an adapter to the pages. */
export type Watch = {
  /** For `wrapAdapter`. */
  readonly wrap: Wrap
  /** For the option of the same name: adds a statement to the call that sends it. */
  onStatement(text: string): void
  /** Runs the code of a request: its calls carry the id of the request. */
  within<T>(request: RequestContext, run: () => Promise<T>): Promise<T>
}

/** `isExpiredSession` looks at the tables that the page shows; `onEnd` is called after each call. */
export function createWatch(
  hub: EventHub,
  isExpiredSession: (sessionToken: string) => boolean,
  onEnd: () => void,
): Watch {
  const requests = new AsyncLocalStorage<RequestContext>()
  const statementsOfCall = new AsyncLocalStorage<string[]>()

  async function observe(name: string, run: () => unknown, args: readonly unknown[]): Promise<unknown> {
    const order = hub.nextOrder()
    const request = requests.getStore()
    const described = describeCall(name, args)
    const statements: string[] = []
    const base = {
      id: `o${order}`,
      order,
      ...(request && { requestId: request.id }),
      operation: name,
      ...described,
    }
    const send = (result?: OperationResult) =>
      hub.send({ type: "operation", operation: recordOf(base, statements, result) })
    send()
    const began = performance.now()
    const milliseconds = () => Math.round((performance.now() - began) * 100) / 100
    try {
      const answer = await statementsOfCall.run(statements, async () => run())
      send({ milliseconds: milliseconds(), rows: rowsIn(answer), outcome: outcomeOf(described.verb, answer) })
      const usedLink = request?.usedLink ?? false
      const taken = transitionsOf({ operation: name, args, answer, usedLink, isExpiredSession })
      if (request && taken.includes("follow")) request.usedLink = true
      for (const transition of taken)
        hub.send({ type: "transition", transition: { name: transition, operationId: base.id } })
      return answer
    } catch (error) {
      const errorCode = error instanceof MortiseError ? error.code : "unknown"
      send({ milliseconds: milliseconds(), rows: 0, outcome: "failed", errorCode })
      throw error
    } finally {
      onEnd()
    }
  }

  return {
    wrap: observe,
    onStatement: (text) => void statementsOfCall.getStore()?.push(text),
    within: (request, run) => requests.run(request, run),
  }
}

const recordOf = (
  base: Pick<OperationRecord, "id" | "order" | "requestId" | "operation"> & DescribedCall,
  statements: readonly string[],
  result: OperationResult | undefined,
): OperationRecord => ({ ...base, statements: [...statements], ...(result && { result }) })
