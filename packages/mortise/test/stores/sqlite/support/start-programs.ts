import { installRuntimes } from "../../../../../workshop/src/runtimes/install.ts"
import { runProgram } from "../../../../../workshop/src/runtimes/run-program.ts"
import { type ClientName, clients } from "../clients/registry.ts"
import type { Task } from "../program.ts"
import { createQueue } from "./queue.ts"

const MINUTE = 60_000
const program = new URL("../program.ts", import.meta.url)

// Several run concurrently: each waits for locks and round trips most of the time.
const inQueue = createQueue(4)

/** The reports of programs, each in the runtime of its client. */
export type Reports = {
  of(name: ClientName, task: Task): Promise<unknown>
  /** Resolves when all programs have ended. */
  finished(): Promise<unknown>
}

/** Starts a program for each client and task. */
export async function startPrograms(
  list: readonly (readonly [name: ClientName, task: Task])[],
): Promise<Reports> {
  if (list.some(([name]) => clients[name].runtime !== "node")) await installRuntimes()
  const reports = new Map(list.map(([name, task]) => [`${task} ${name}`, start(name, task)]))
  return {
    of: (name, task) => reports.get(`${task} ${name}`) ?? Promise.reject(new Error("was not started")),
    finished: () => Promise.allSettled(reports.values()),
  }
}

const start = (name: ClientName, task: Task): Promise<unknown> =>
  inQueue(async () => {
    const run = () => runProgram(clients[name].runtime, program, [name, task], { timeoutMs: 5 * MINUTE })
    // The libSQL server was seen to stop answering under load, with a busy core, in one of many runs. It gets a second one.
    return clients[name].kind === "server" ? run().catch(run) : run()
  })
