import { type Lab, openLab } from "./lab.ts"
import type { Report, Task } from "./view.ts"

// Runs in a worker, because PostgreSQL takes seconds to start, in which a page could not be used.
const report = (message: Report): void => globalThis.postMessage(message)
let lab: Lab | undefined

async function runTask(task: Task): Promise<void> {
  if (task.name === "open") lab = await openLab(task.store, (view) => report({ view }))
  else if (task.name === "act") await lab?.act(task.person, task.label)
  else await lab?.race(task.options)
}

addEventListener("message", ({ data }: MessageEvent<Task>) => {
  runTask(data).then(
    () => report({}),
    (error: unknown) => report({ problem: String(error) }),
  )
})
