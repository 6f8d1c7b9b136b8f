import { fileURLToPath } from "node:url"
import { openWorker } from "../../../edge/start-worker.ts"
import { installBetterAuth } from "../../install.ts"
import type { Outcome } from "./vitest.ts"
import type { SuiteOrder } from "./worker.ts"

const folder = "../better-auth/their-suite/in-worker"

// Durable Objects are classes. Better Auth's suite is installed when a test needs it.
const entry = `
import * as theirs from "../better-auth/node_modules/@better-auth/test-utils/dist/adapter.mjs"
import { handle } from "${folder}/worker.ts"
export default {
  fetch: (request, { DB, STORE }) =>
    new URL(request.url).pathname === "/object"
      ? STORE.get(STORE.idFromName("suite")).fetch(request)
      : handle(request, theirs, DB, { transaction: false }),
}
export class Store {
  constructor(ctx) { this.fetch = (request) => handle(request, theirs, ctx.storage, {}) }
  fetch() {}
}`

/** A client that exists in Workers only. */
export type Place = "D1" | "a Durable Object"

/** Starts a worker that runs suites of Better Auth on an empty D1 database or in a new Durable Object. */
export async function startSuites() {
  await installBetterAuth()
  const worker = await openWorker(entry, {
    alias: { vitest: fileURLToPath(new URL("vitest.ts", import.meta.url)) },
    // With listeners of `process`, workerd reports rejections that are handled a moment later.
    flags: ["nodejs_compat", "disable_nodejs_process_v2"],
  })
  return {
    run: (place: Place, order: SuiteOrder) =>
      worker.send(place === "D1" ? "/" : "/object", order) as Promise<Outcome>,
    close: worker.close,
  }
}
