import { type HttpOptions, httpAdapter } from "../../../src/http/client.ts"

type Environment = { readonly SERVER: HttpOptions }

let adapter: ReturnType<typeof httpAdapter> | undefined

/** For workerd: one adapter for all requests. Each request looks up the session that its path names. */
export const worker = {
  async fetch(request: Request, { SERVER }: Environment): Promise<Response> {
    adapter ??= httpAdapter(SERVER)
    const found = await adapter.getSessionAndUser(new URL(request.url).pathname.slice(1))
    return Response.json(found?.user.email ?? null)
  },
}
