/// <reference types="node" />
import type { ChildProcess } from "node:child_process"
import { within } from "../promises.ts"
import type { Lifecycle } from "../run-options.ts"
import type { Source } from "../suite.ts"
import type { Command, RaceInProcesses, RemoteCall, Reply } from "./messages.ts"
import { openModule } from "./open-module.ts"

/** The module whose factory every process calls, and how to start the processes. */
export type ProcessOptions = {
  readonly module: URL | string
  /** The number of processes that race, besides this one. Default: 4. */
  readonly processes?: number
  /** Node flags for those processes, such as `--import tsx`. Default: the flags of this process. */
  readonly execArgv?: readonly string[]
}

/** The factory of a module, and the processes that call it too. */
export type Workers<Setup> = Source<Setup> & Required<Pick<Source<Setup>, "inProcesses" | "close">>

// Long enough for the slowest process to receive the command.
const headStartMs = 5
// A store may wait for calls that hang before it closes.
const endMs = 5_000

/**
 * Opens processes that race on one store. A race has two phases: every process first receives its calls and confirms,
 * then all of them start at the same time on the clock that they share. The processes start at the first race, because
 * a run of other cases needs none. `worker` is their program, which calls `serveCalls`.
 */
export async function openWorkers<Setup extends Lifecycle>(
  options: ProcessOptions,
  worker: URL,
): Promise<Workers<Setup>> {
  const { factory } = await openModule<Setup>(options.module)
  let started: Promise<readonly Worker[]> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const workers = () => {
    started ??= start(options, worker)
    return started
  }

  let races = 0
  const race: RaceInProcesses = async (calls, hooks) => {
    const all = await workers()
    const race = races++
    const asked: RemoteCall[] = []
    const prepare = (worker: Worker, processIndex: number) => {
      const workerCalls = calls(processIndex)
      asked.push(...workerCalls)
      return worker.ask({ command: "prepare", race, calls: workerCalls }, "prepared", hooks?.ended)
    }
    await Promise.all(all.map(prepare))
    hooks?.onStart(asked)
    const at = performance.timeOrigin + performance.now() + headStartMs
    const start = (worker: Worker) => worker.ask({ command: "start", race, at }, "outcomes", hooks?.ended)
    const ends = await Promise.all(all.map(start))
    return ends.map(({ outcomes }) => outcomes)
  }
  return {
    factory,
    // One race at a time, because each race uses all processes.
    inProcesses(calls, hooks) {
      const mine = turn.then(() => race(calls, hooks))
      turn = Promise.race([mine.catch(() => {}), ...(hooks ? [hooks.ended] : [])])
      return mine
    },
    async close() {
      const begun = (await started?.catch(() => [])) ?? []
      await Promise.all(begun.map((worker) => worker.end()))
    },
  }
}

type Kinds = Reply["reply"]
type ReplyOf<Kind extends Kinds> = Extract<Reply, { readonly reply: Kind }>

type Worker = {
  /** Sends a command and waits for the reply of that kind, or until `ended` resolves. */
  ask<Kind extends Kinds>(command: Command, kind: Kind, ended?: Promise<void>): Promise<ReplyOf<Kind>>
  /** Lets the process close its store, then kills it, so that a call that hangs does not keep it alive. */
  end(): Promise<void>
}

async function start(
  { module, processes = 4, execArgv }: ProcessOptions,
  worker: URL,
): Promise<readonly Worker[]> {
  // Imported here, so that the rest of the suite also runs on a runtime without processes.
  const { fork } = await import("node:child_process")
  const children = Array.from({ length: processes }, () =>
    fork(worker, [String(module)], {
      serialization: "advanced",
      ...(execArgv && { execArgv: [...execArgv] }),
    }),
  )
  try {
    await Promise.all(children.map((child) => waitForReply(child, "open")))
  } catch (error) {
    for (const child of children) child.kill()
    throw error
  }
  return children.map(createWorker)
}

function createWorker(child: ChildProcess): Worker {
  const ask: Worker["ask"] = (command, kind, ended) => {
    const reply = waitForReply(child, kind, { ended, ...("race" in command && { race: command.race }) })
    if (child.connected) child.send(command)
    return reply
  }
  return {
    ask,
    async end() {
      await within(endMs, ask({ command: "close" }, "closed"))
      child.kill()
    },
  }
}

type Expected = { readonly race?: number; readonly ended?: Promise<void> | undefined }

function waitForReply<Kind extends Kinds>(
  child: ChildProcess,
  kind: Kind,
  { race, ended }: Expected = {},
): Promise<ReplyOf<Kind>> {
  return new Promise((resolve, reject) => {
    const done = () => child.off("message", hear).off("exit", exit)
    void ended?.then(done)
    const hear = (reply: Reply) => {
      if ("race" in reply && reply.race !== race) return
      done()
      if (reply.reply === kind) resolve(reply as ReplyOf<Kind>)
      else
        reject(new Error(`A process of the race failed: ${"failure" in reply ? reply.failure : reply.reply}`))
    }
    const exit = (code: number | null) => {
      done()
      reject(new Error(`A process of the race ended with code ${code}; see its output above.`))
    }
    child.on("message", hear).on("exit", exit)
    if (child.exitCode !== null) exit(child.exitCode)
  })
}
