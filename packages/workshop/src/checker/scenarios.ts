import type { OperationName } from "../../../mortise/src/contract/operation-names.ts"
import { allCalls, listPairs } from "./calls.ts"
import type { Scenario } from "./check-order.ts"
import type { Bounds } from "./explore.ts"

/** A part of what is run: scenarios and their bounds. */
export type Part = {
  readonly name: string
  readonly scenarios: readonly Scenario[]
  readonly bounds: Partial<Bounds>
}

/** The operations of triples: tokens, sessions and removal. */
const inTriples: ReadonlySet<OperationName> = new Set([
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
  "createVerificationToken",
  "useVerificationToken",
  "deleteUser",
])

/** Three calls, each two of which can touch a common row, and two of which change something. */
function listTriples(): Scenario[] {
  const calls = allCalls.filter(({ operation }) => inTriples.has(operation))
  const pairs = new Set(
    listPairs(calls).map(([first, second]) => pairKey(calls.indexOf(first), calls.indexOf(second))),
  )
  return calls.flatMap((first, a) =>
    calls.slice(a).flatMap((second, b) =>
      calls.slice(a + b).flatMap((third, c) => {
        const [middle, last] = [a + b, a + b + c]
        const meet = [pairKey(a, middle), pairKey(a, last), pairKey(middle, last)].every((key) =>
          pairs.has(key),
        )
        return meet ? [[first, second, third]] : []
      }),
    ),
  )
}

const pairKey = (first: number, second: number): string => `${first} ${second}`

const pairs: Part = { name: "2", scenarios: listPairs(), bounds: {} }
const triples: Part = { name: "3", scenarios: listTriples(), bounds: { faults: [], preemptions: 2 } }

/**
 * What is run on an engine: every pair with every order and one fault at each step, and every triple with at most two
 * preemptions. The protocol for a Cluster takes so many steps that its pairs have faults only in orders with one
 * preemption, and that triples are left out.
 */
export const listParts = (engine: string): readonly Part[] =>
  engine === "Redis Cluster" || engine === "Claim protocol"
    ? [
        { ...pairs, name: "2, no fault", bounds: { faults: [] } },
        { ...pairs, name: "2, one fault", bounds: { preemptions: 1 } },
      ]
    : [{ ...pairs, name: "2, one fault" }, triples]
