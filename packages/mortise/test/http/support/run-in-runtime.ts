import { runProgram } from "../../../../workshop/src/runtimes/run-program.ts"
import type { RuntimeName } from "../../../../workshop/src/runtimes/runtimes.ts"
import { startWorkerd } from "../../../../workshop/src/runtimes/start-workerd.ts"
import type { Tasks } from "../runtimes/tasks.ts"

/** Runs a task inside a runtime, in a project that has the programs. */
export async function runInRuntime<T extends keyof Tasks>(
  runtime: RuntimeName | "workerd",
  project: string,
  task: T,
  ...args: Parameters<Tasks[T]>
): Promise<Awaited<ReturnType<Tasks[T]>>> {
  const order = JSON.stringify({ task, args })
  const done =
    runtime === "workerd"
      ? inWorker(project, order)
      : runProgram(runtime, "program.ts", [order], { cwd: project })
  return (await done) as Awaited<ReturnType<Tasks[T]>>
}

async function inWorker(project: string, order: string): Promise<unknown> {
  const { url, stop } = await startWorkerd(project, "worker")
  try {
    const response = await fetch(url, { method: "POST", body: order })
    if (!response.ok) throw new Error(`The worker failed: ${await response.text()}`)
    return await response.json()
  } finally {
    await stop()
  }
}
