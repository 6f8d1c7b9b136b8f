import type { Lab } from "./lab.ts"
import type { StoreName } from "./open-store.ts"
import type { Report, Task, View } from "./view.ts"

/** A lab that runs in a worker. Its tasks must follow each other. */
export type StartedLab = Lab & {
  /** Settles when the store is open. */
  readonly opened: Promise<void>
  /** Ends the worker, with its store. A task that runs fails. */
  close(): void
}

/** Starts a worker that opens an empty store, and reports what its page shows after each change. */
export function startLab(store: StoreName, onChange: (view: View) => void): StartedLab {
  const worker = new Worker(new URL("lab-worker.js", import.meta.url), { type: "module" })
  let settle = (_problem?: string): void => {}
  const run = (task: Task): Promise<void> =>
    new Promise((resolve, reject) => {
      settle = (problem) => (problem === undefined ? resolve() : reject(new Error(problem)))
      worker.postMessage(task)
    })
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
    if ("view" in data) onChange(data.view)
    else settle(data.problem)
  })
  worker.addEventListener("error", ({ message }) => settle(message || "The worker could not be started."))
  return {
    opened: run({ name: "open", store }),
    act: (person, label) => run({ name: "act", person, label }),
    race: (options) => run({ name: "race", options }),
    close() {
      worker.terminate()
      settle("The store was closed.")
    },
  }
}
