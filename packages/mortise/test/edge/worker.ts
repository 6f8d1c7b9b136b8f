import type { D1Client } from "../../src/stores/sql/adapters/d1-adapter.ts"
import { runTask, type StorageObject, type TaskOrder } from "./tasks.ts"

/** What miniflare binds to the worker. */
type Environment = {
  readonly DB: D1Client
  readonly STORE: {
    idFromName(name: string): object
    get(id: object): { fetch(request: Request): Promise<Response> }
  }
}

/** Runs a task in a request: on D1, or in the Durable Object that the order names. */
export const worker = {
  async fetch(request: Request, { DB, STORE }: Environment): Promise<Response> {
    const order = (await request.clone().json()) as TaskOrder
    if (order.object !== undefined) return STORE.get(STORE.idFromName(order.object)).fetch(request)
    return Response.json((await runTask(order, { DB })) ?? null)
  },
}

/** The request handler of a Durable Object. */
export const handlerOf =
  (ctx: StorageObject) =>
  async (request: Request): Promise<Response> =>
    Response.json((await runTask(await request.json(), { ctx })) ?? null)
