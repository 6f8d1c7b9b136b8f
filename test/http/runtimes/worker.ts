import { runTask } from "./tasks.ts"

/** For workerd: does what a request asks for. */
export const worker = {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await runTask(await request.json()))
  },
}
