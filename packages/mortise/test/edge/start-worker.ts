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
  /** Modules that replace others, by name. */
  readonly alias?: Readonly<Record<string, string>>
  /** Compatibility flags. */
  readonly flags?: readonly string[]
}

export async function startWorker(options: Options = {}): Promise<EdgeWorker> {
  const { send, close } = await openWorker(entry, options)
  return { run: (task, args = [], object) => send("/", { task, args, object }), close }
}

/** Starts the worker of an entry in this folder. It is sent JSON, and answers with JSON. */
export async function openWorker(text: string, { folder, onPrint, alias, flags = [] }: Options) {
  const simulator = await startSimulator(
    {
      modules: [{ type: "ESModule", path: "worker.mjs", contents: await bundle(text, false, alias) }],
      compatibilityDate: "2026-01-01",
      compatibilityFlags: flags,
      d1Databases: { DB: "auth" },
      durableObjects: { STORE: { className: "Store", useSQLite: true } },
      ...(folder === undefined ? {} : { durableObjectsPersist: folder }),
    },
    onPrint,
  )
  return {
    async send(path: string, order: object): Promise<unknown> {
      const body = JSON.stringify(order)
      const response = await simulator.dispatchFetch(`http://worker.example${path}`, { method: "POST", body })
      const answer = await response.text()
      if (!response.ok) throw new Error(answer)
      return JSON.parse(answer)
    },
    close: () => simulator.dispose(),
  }
}
