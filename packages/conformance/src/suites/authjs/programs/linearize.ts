// The linearizability checker: can a history of overlapping calls be explained as calls that ran one at a time, each
// at some moment between its start and its end? The algorithm of Wing and Gong searches such an order depth first: it
// picks a call that may come next, asks the model whether the state allows its output, and continues with the rest.
// Two rules keep the search short: a position with the same calls done and the same state is searched once (Lowe), and
// a read whose output fits is taken immediately, because it changes nothing.

/** One call of a history, with its start and its end on a logical clock, its input and its output. */
export type Call<Input, Output> = {
  readonly from: number
  /** `Infinity` if the response was lost: the call may or may not have been applied. */
  readonly to: number
  readonly input: Input
  readonly output: Output
}

/** How one object behaves when calls run one at a time. */
export type KeyModel<State, Input, Output> = {
  readonly initial: State
  /** The next state, as JSON data; `undefined` if this state cannot produce this output. */
  step(state: State, input: Input, output: Output): State | undefined
  /** Whether a call with this output changes no state. */
  isRead(input: Input, output: Output): boolean
}

/** An order of the calls that explains all outputs, or the longest part that can be explained. */
export type Verdict<Input, Output> =
  | { readonly linearizable: true; readonly order: readonly Call<Input, Output>[] }
  | {
      readonly linearizable: false
      /** The longest sequence of calls that can be explained. */
      readonly explained: readonly Call<Input, Output>[]
      /** The calls that could come next, none of which the model allows. */
      readonly stuck: readonly Call<Input, Output>[]
    }

/** Searches an order of the calls, one at a time, in which the model allows every output. */
export function linearize<State, Input, Output>(
  history: readonly Call<Input, Output>[],
  model: KeyModel<State, Input, Output>,
): Verdict<Input, Output> {
  const visited = new Set<string>()
  let explained: readonly Call<Input, Output>[] = []

  const search = (
    done: readonly Call<Input, Output>[],
    open: ReadonlySet<Call<Input, Output>>,
    state: State,
  ): readonly Call<Input, Output>[] | undefined => {
    if (done.length > explained.length) explained = done
    if (![...open].some(isAnswered)) return done
    const position = `${history.map((call) => (open.has(call) ? 0 : 1)).join("")} ${JSON.stringify(state)}`
    if (visited.has(position)) return undefined
    visited.add(position)
    const choices = findNextCalls(open).flatMap((call) => {
      const next = model.step(state, call.input, call.output)
      return next === undefined ? [] : [{ call, next }]
    })
    const read = choices.find(({ call }) => model.isRead(call.input, call.output))
    for (const { call, next } of read ? [read] : choices) {
      const rest = new Set(open)
      rest.delete(call)
      const order = search([...done, call], rest, next)
      if (order) return order
    }
    return undefined
  }

  const order = search([], new Set(history), model.initial)
  if (order) return { linearizable: true, order }
  return {
    linearizable: false,
    explained,
    stuck: findNextCalls(history.filter((call) => !explained.includes(call))),
  }
}

/** The open calls that may come next: those that started before the first open call ended. */
function findNextCalls<Input, Output>(open: Iterable<Call<Input, Output>>): Call<Input, Output>[] {
  const calls = [...open]
  const firstEnd = Math.min(...calls.map(({ to }) => to))
  return calls.filter(({ from }) => from <= firstEnd)
}

const isAnswered = ({ to }: Call<unknown, unknown>): boolean => to !== Number.POSITIVE_INFINITY
