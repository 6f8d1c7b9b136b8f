import { runTask } from "./tasks.ts"

/** For workerd: runs the task in a request. */
export const worker = {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await runTask(await request.json()))
  },
}
