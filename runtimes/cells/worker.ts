import type { Bindings, Open } from "../clients/client.ts"
import { runSuite } from "./run-suite.ts"

type Objects = {
  idFromName(name: string): object
  get(id: object): { fetch(request: Request): Promise<Response> }
}

/** The handler of a worker with one client: runs the suite in a request. */
export const handlerOf = (open: Open, bindings: Bindings) => async (request: Request) =>
  Response.json(await runSuite(async () => open, await request.json(), bindings))

/** The same in a Durable Object. */
export const inObject = (request: Request, objects: Objects): Promise<Response> =>
  objects.get(objects.idFromName("suite")).fetch(request)
