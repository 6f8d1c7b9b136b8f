import { join } from "node:path"
import { installPinned } from "../runtimes/install.ts"
import { bundle, here } from "./bundle.ts"
import type { TaskOrder } from "./tasks.ts"

type Miniflare = {
  dispatchFetch(url: string, init: { method: string; body: string }): Promise<Response>
  dispose(): Promise<void>
}
type Module = { readonly Miniflare: new (options: object) => Miniflare }

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

export async function startWorker(): Promise<EdgeWorker> {
  await installPinned(here, "miniflare, with workerd; about 20 s")
  const { Miniflare }: Module = await import(join(here, "node_modules/miniflare/dist/src/index.js"))
  const code = await bundle(entry)
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: code }],
    compatibilityDate: "2026-01-01",
    d1Databases: { DB: "auth" },
    durableObjects: { STORE: { className: "Store", useSQLite: true } },
    handleRuntimeStdio: () => {},
  })
  return {
    async run(task, args = [], object) {
      const body = JSON.stringify({ task, args, object })
      const response = await miniflare.dispatchFetch("http://worker.example/", { method: "POST", body })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return JSON.parse(text)
    },
    close: () => miniflare.dispose(),
  }
}
