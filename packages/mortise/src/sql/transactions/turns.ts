/**
 * Calls in a transaction that the caller opened run one after the other, because rolling back a savepoint would also undo
 * what another call did after it. A commit or rollback waits for the running call, and the waiting calls fail: a statement
 * that is sent later would be committed on its own, or by the connection's next user.
 */
import { MortiseError } from "../../contract/errors.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"

/** Throws once a rollback undoes what the call did. */
export type Check = () => void

/** A transaction, or one nested in it. */
export type Scope = {
  /** Runs a call in its turn. `work` calls `check` before each of its statements. */
  call<T>(work: (check: Check) => Promise<T>): Promise<T>
}

export type Turns = {
  /** The transaction at a depth: the caller's at 0, nested ones at 1 and more. */
  at(depth: number): Scope
  /**
   * Ends the transaction at a depth, and all transactions nested in it. `send` runs when no call does, and no call
   * starts until it has ended.
   */
  end<T>(depth: number, undoes: boolean, send: () => T): T | Promise<Awaited<T>>
  /** Fails the waiting calls of the transaction at a depth, and the running one if it is undone. `end` follows. */
  close(depth: number, undoes: boolean): void
}

/** Runs one task at a time. */
type InTurn = <T>(task: () => Promise<T>) => Promise<T>

export function openTurns(inTurn: InTurn = limitConcurrency(1)): Turns {
  const open: { isOver: boolean }[] = []
  let undone = 0
  let running: Promise<unknown> | undefined
  let ending: Promise<unknown> | undefined

  const run = async <T>(work: (check: Check) => Promise<T>, check: Check): Promise<T> => {
    const call = work(check)
    running = ignoreOutcome(call)
    try {
      const result = await call
      check()
      return result
    } finally {
      running = undefined
    }
  }

  const close = (depth: number, undoes: boolean): void => {
    for (const scope of open.splice(depth)) scope.isOver = true
    if (undoes) undone++
  }

  return {
    close,
    at(depth) {
      while (open.length <= depth) open.push({ isOver: false })
      const scope = open[depth]
      return {
        async call(work) {
          const before = undone
          const check = (): void => {
            if (undone !== before) throw endedError()
          }
          if (scope?.isOver) throw endedError()
          return inTurn(async () => {
            while (ending) await ending
            check()
            if (scope?.isOver) throw endedError()
            return run(work, check)
          })
        },
      }
    },
    end(depth, undoes, send) {
      close(depth, undoes)
      const sent = running ? (running.then(send) as Promise<never>) : send()
      const settled = ignoreOutcome(sent).then(() => {
        if (ending === settled) ending = undefined
      })
      ending = settled
      return sent
    },
  }
}

const ignoreOutcome = (work: unknown): Promise<unknown> =>
  Promise.resolve(work).then(
    () => {},
    () => {},
  )

/**
 * A scope on an engine in this process. Such an engine answers before an error of the application reaches its
 * transaction, so calls are answered in a later turn of the event loop: by then, a rollback has been requested.
 */
export const answerLater = ({ call }: Scope): Scope => ({
  call: (work) =>
    call(async (check) => {
      const result = await work(check)
      const { setImmediate: nextTurn = setTimeout } = globalThis
      await new Promise<void>((resolve) => nextTurn(() => resolve()))
      return result
    }),
})

/** After a transaction has ended, its connection may belong to another one. */
export const endedError = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "This transaction has ended, so the call changed nothing: await every call before the transaction ends, and make an adapter for each transaction.",
  )
