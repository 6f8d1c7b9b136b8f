import { plainText } from "../plain-text.ts"
import type { Replay, ReplayStep } from "../scoreboard.ts"
import { chooseCalls } from "./choose-calls.ts"
import { createNames } from "./name-keys.ts"
import { printAnswer, printCall } from "./print-call.ts"
import type { RecordedCall } from "./record-calls.ts"

type Failure = { readonly expected: string; readonly received: string }

type NamedStep = ReplayStep & { readonly name: string; more?: number }

/** How many calls of one operation in a row are shown. */
const mostAlike = 3
const mostSteps = 10

/** The steps of a recorded run that failed. */
export function toReplay(
  id: string,
  calls: readonly RecordedCall[],
  failure: Failure,
  now = Date.now(),
): Replay {
  const chosen = chooseCalls(calls, failure.received)
  const print = { nameKeys: createNames(), now }
  const steps = joinRepetitions(
    chosen.map((call, index): NamedStep => {
      const { ended = Number.POSITIVE_INFINITY } = chosen[index - 1] ?? { ended: -1 }
      return {
        name: call.name,
        call: printCall(call, print),
        answer: printAnswer(call, print),
        ...(call.thrown !== undefined && { threw: true }),
        ...(ended > call.started && { together: true }),
      }
    }),
  ).slice(-mostSteps)
  const shown = steps.reduce((sum, { more = 0 }) => sum + 1 + more, 0)
  // The suite cuts long messages, even within a key.
  const text = (message: string) =>
    plainText(print.nameKeys(message), now).replace(/[0-9a-f]{8}-[0-9a-f-]*(?=…?$)/, "")
  return {
    case: id,
    leftOut: calls.length - shown,
    steps: steps.map(({ name: _, ...step }) => step),
    expected: text(failure.expected),
    received: text(failure.received),
  }
}

/** Of many calls of one operation in a row with the same kind of answer, the first ones, and how many more there are. */
function joinRepetitions(steps: readonly NamedStep[]): NamedStep[] {
  const joined: NamedStep[] = []
  for (const step of steps) {
    const last = joined.at(-1)
    const isAlike = (other: NamedStep) => other.name === step.name && findKind(other) === findKind(step)
    const isOneOfMany = joined.length >= mostAlike && joined.slice(-mostAlike).every(isAlike)
    if (last && isOneOfMany) last.more = (last.more ?? 0) + 1
    else joined.push({ ...step })
  }
  return joined
}

const findKind = ({ answer, threw }: ReplayStep): string =>
  threw ? "error" : /^(null|undefined|no answer)$/.test(answer) ? answer : "row"
