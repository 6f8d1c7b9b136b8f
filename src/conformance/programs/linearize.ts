/** One call of a history: when it began, when it was answered, what was asked and what came. */
export type Call<Input, Output> = {
  readonly from: number
  /** `Infinity` when no answer came: the call may have been applied or not. */
  readonly to: number
  readonly input: Input
  readonly output: Output
}

/** What one object does when its calls come one at a time. */
export type KeyModel<State, Input, Output> = {
  readonly initial: State
  /** The state afterwards, as JSON data; `undefined` when this state cannot give this output. */
  step(state: State, input: Input, output: Output): State | undefined
  /** Whether a call with this output leaves every state as it is. */
  isRead(input: Input, output: Output): boolean
}

/** An order of the calls that explains all outputs, or how far the best attempt came. */
export type Verdict<Input, Output> =
  | { readonly linearizable: true; readonly order: readonly Call<Input, Output>[] }
  | {
      readonly linearizable: false
      /** The longest beginning that can be explained … */
      readonly explained: readonly Call<Input, Output>[]
      /** … and the calls of which none can come next. */
      readonly stuck: readonly Call<Input, Output>[]
    }

/**
 * Whether a history can be told as calls that happened one at a time, each at some moment between its
 * beginning and its end (Wing and Gong). Two things keep the search short: a place with the same calls done
 * and the same state is searched once (Lowe), and a read that fits is put first without a choice.
 */
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
    const place = `${history.map((call) => (open.has(call) ? 0 : 1)).join("")} ${JSON.stringify(state)}`
    if (visited.has(place)) return undefined
    visited.add(place)
    const choices = nextOf(open).flatMap((call) => {
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
    stuck: nextOf(history.filter((call) => !explained.includes(call))),
  }
}

/** The open calls that may come next: those that began before every other open call had ended. */
function nextOf<Input, Output>(open: Iterable<Call<Input, Output>>): Call<Input, Output>[] {
  const calls = [...open]
  const firstEnd = Math.min(...calls.map(({ to }) => to))
  return calls.filter(({ from }) => from <= firstEnd)
}

const isAnswered = ({ to }: Call<unknown, unknown>): boolean => to !== Number.POSITIVE_INFINITY
