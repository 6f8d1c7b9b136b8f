import { startSimulator } from "../../../workshop/src/edge/simulator.ts"
import { bundle } from "./bundle.ts"
import type { TaskOrder } from "./tasks.ts"

/** A worker in workerd, with an empty D1 database and Durable Objects. */
export type EdgeWorker = {
  /** Runs a task in a request: on D1, or in the Durable Object with this name. */
  run(task: TaskOrder["task"], args?: readonly unknown[], object?: string): Promise<unknown>
  close(): Promise<void>
}

// Durable Objects are classes.
const entry = `
import { handlerOf, worker } from "./worker.ts"
export default worker
export class Store {
  constructor(ctx) { this.fetch = handlerOf(ctx) }
  fetch() {}
}`

type Options = {
  /** The folder of the Durable Objects. By default, they are gone when the worker stops. */
  readonly folder?: string
  /** Receives what the worker prints. */
  readonly onPrint?: (text: string) => void
}

export async function startWorker({ folder, onPrint }: Options = {}): Promise<EdgeWorker> {
  const simulator = await startSimulator(
    {
      modules: [{ type: "ESModule", path: "worker.mjs", contents: await bundle(entry) }],
      compatibilityDate: "2026-01-01",
      d1Databases: { DB: "auth" },
      durableObjects: { STORE: { className: "Store", useSQLite: true } },
      ...(folder === undefined ? {} : { durableObjectsPersist: folder }),
    },
    onPrint,
  )
  return {
    async run(task, args = [], object) {
      const body = JSON.stringify({ task, args, object })
      const response = await simulator.dispatchFetch("http://worker.example/", { method: "POST", body })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return JSON.parse(text)
    },
    close: () => simulator.dispose(),
  }
}
