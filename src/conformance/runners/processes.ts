/// <reference types="node" />
import type { ChildProcess } from "node:child_process"
import type { Answer, InProcesses, Order } from "../processes/processes.ts"
import type { Factory } from "../setup.ts"
import { openModule } from "./open-module.ts"

/** A module whose factory every process calls, and how the processes are started. */
export type ProcessOptions = {
  readonly module: URL | string
  /** How many processes race, besides this one; four unless said. */
  readonly processes?: number
  /** Flags for node in those processes, such as `--import tsx`; those of this process unless said. */
  readonly execArgv?: readonly string[]
}

/** The factory of a module, and the processes that have called it too. */
export type OpenProcesses = {
  readonly factory: Factory
  readonly inProcesses: InProcesses
  close(): Promise<void>
}

// Long enough for the slowest process to hear of it.
const headStartInMs = 5

/** Starts processes when they are first asked for: a run of other cases needs none. */
export async function openProcesses(options: ProcessOptions): Promise<OpenProcesses> {
  const { factory } = await openModule(options.module)
  let started: Promise<readonly Worker[]> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const workers = () => {
    started ??= start(options)
    return started
  }

  const race: InProcesses = async (calls) => {
    const all = await workers()
    await Promise.all(
      all.map((worker, nth) => worker.ask({ order: "prepare", calls: calls(nth) }, "prepared")),
    )
    const at = performance.timeOrigin + performance.now() + headStartInMs
    const ends = await Promise.all(all.map((worker) => worker.ask({ order: "start", at }, "endings")))
    return ends.map(({ endings }) => endings)
  }
  return {
    factory,
    // One race at a time: each needs all processes to itself.
    inProcesses(calls) {
      const mine = turn.then(() => race(calls))
      turn = mine.catch(() => {})
      return mine
    },
    async close() {
      const begun = (await started?.catch(() => [])) ?? []
      for (const worker of begun) await worker.end()
    },
  }
}

type Kinds = Answer["answer"]
type AnswerOf<Kind extends Kinds> = Extract<Answer, { readonly answer: Kind }>

type Worker = {
  /** Sends an order and waits for the answer of that kind. */
  ask<Kind extends Kinds>(order: Order, kind: Kind): Promise<AnswerOf<Kind>>
  /** Lets the process close its store; a call that hangs does not keep it alive. */
  end(): Promise<void>
}

async function start({ module, processes = 4, execArgv }: ProcessOptions): Promise<readonly Worker[]> {
  // The worker sits beside this file, built or not.
  const file = new URL(import.meta.url.replace(/processes(\.\w+)$/, "process-worker$1"))
  // Asked for here alone: bundled for a runtime without processes, the rest of the suite still runs.
  const { fork } = await import("node:child_process")
  const children = Array.from({ length: processes }, () =>
    fork(file, [String(module)], {
      serialization: "advanced",
      ...(execArgv && { execArgv: [...execArgv] }),
    }),
  )
  try {
    await Promise.all(children.map((child) => answerOf(child, "open")))
  } catch (error) {
    for (const child of children) child.kill()
    throw error
  }
  return children.map(workerOf)
}

function workerOf(child: ChildProcess): Worker {
  const ask: Worker["ask"] = (order, kind) => {
    const answer = answerOf(child, kind)
    child.send(order)
    return answer
  }
  return {
    ask,
    async end() {
      await ask({ order: "close" }, "closed")
      child.kill()
    },
  }
}

function answerOf<Kind extends Kinds>(child: ChildProcess, kind: Kind): Promise<AnswerOf<Kind>> {
  return new Promise((resolve, reject) => {
    const done = () => child.off("message", hear).off("exit", exit)
    const hear = (answer: Answer) => {
      done()
      if (answer.answer === kind) resolve(answer as AnswerOf<Kind>)
      else
        reject(
          new Error(`A process of the race failed: ${"failure" in answer ? answer.failure : answer.answer}`),
        )
    }
    const exit = (code: number | null) => {
      done()
      reject(new Error(`A process of the race ended with code ${code}; see its output above.`))
    }
    child.on("message", hear).on("exit", exit)
  })
}
