import { AsyncLocalStorage } from "node:async_hooks"
import { MortiseError } from "../../packages/mortise/src/index.ts"
import { type CallName, readAnswer } from "../../packages/mortise/src/layers/calls.ts"
import type { Wrap } from "../../packages/workshop/src/adapters/wrap-adapter.ts"
import type { OperationRecord, OperationResult, TransitionName } from "../protocol.ts"
import { describeCall, describeOutcome, rowsIn } from "./describe-call.ts"
import type { EventHub } from "./event-hub.ts"
import { listTransitions } from "./transitions.ts"

/** The request that the code runs for. */
export type RequestContext = { readonly id: string; usedLink: boolean }

/** A call of an adapter, and how to show it. */
export type ObservedCall = {
  readonly operation: string
  readonly described: Pick<OperationRecord, "verb" | "tables" | "input">
  readonly run: () => unknown
  /** What is shown of the result. Default: the result. */
  readonly readAnswer?: (result: unknown) => unknown
  readonly formatOutcome: (answer: unknown) => string
  /** The transitions of the contract's diagram that it took. Default: none. */
  readonly findTransitions?: (answer: unknown, usedLink: boolean) => readonly TransitionName[]
}

/** Reports every call of an adapter to the pages. */
export type Watch = {
  observe(call: ObservedCall): Promise<unknown>
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

  async function observe(call: ObservedCall): Promise<unknown> {
    const { operation, described, run, readAnswer: read = (result) => result, formatOutcome } = call
    const order = hub.nextOrder()
    const request = requests.getStore()
    const statements: string[] = []
    const base = {
      id: `o${order}`,
      order,
      ...(request && { requestId: request.id }),
      operation,
      ...described,
    }
    const send = (result?: OperationResult) =>
      hub.send({ type: "operation", operation: buildRecord(base, statements, result) })
    send()
    const began = performance.now()
    const milliseconds = () => Math.round((performance.now() - began) * 100) / 100
    try {
      const result = await statementsOfCall.run(statements, async () => run())
      const answer = read(result)
      send({ milliseconds: milliseconds(), rows: rowsIn(answer), outcome: formatOutcome(answer) })
      const usedLink = request?.usedLink ?? false
      const taken = call.findTransitions?.(answer, usedLink) ?? []
      if (request && taken.includes("follow")) request.usedLink = true
      for (const transition of taken)
        hub.send({ type: "transition", transition: { name: transition, operationId: base.id } })
      return result
    } catch (error) {
      const errorCode = error instanceof MortiseError ? error.code : "unknown"
      send({ milliseconds: milliseconds(), rows: 0, outcome: "failed", errorCode })
      throw error
    } finally {
      onEnd()
    }
  }

  return {
    observe,
    wrap(operation, run, args) {
      const described = describeCall(operation, args)
      return observe({
        operation,
        described,
        run,
        readAnswer: (result) => readAnswer(operation as CallName, result),
        formatOutcome: (answer) => describeOutcome(described.verb, answer),
        findTransitions: (answer, usedLink) =>
          listTransitions({ operation, args, answer, usedLink, isExpiredSession }),
      })
    },
    onStatement: (text) => void statementsOfCall.getStore()?.push(text),
    within: (request, run) => requests.run(request, run),
  }
}

const buildRecord = (
  base: Pick<OperationRecord, "id" | "order" | "requestId" | "operation"> & ObservedCall["described"],
  statements: readonly string[],
  result: OperationResult | undefined,
): OperationRecord => ({ ...base, statements: [...statements], ...(result && { result }) })
