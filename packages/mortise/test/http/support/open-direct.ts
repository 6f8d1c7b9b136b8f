import { everyPermission } from "../../../../workshop/src/http/every-permission.ts"
import type { Adapter } from "../../../src/contract/adapter.ts"
import type { ExtraFields } from "../../../src/contract/schema.ts"
import type { HttpOptions } from "../../../src/http/client/http-options.ts"
import { httpAdapter } from "../../../src/http/client.ts"
import { createServiceKey, type Permission, type ServeOptions, serve } from "../../../src/http/server.ts"

type Options<X extends ExtraFields> = {
  readonly serve?: ServeOptions<X>
  readonly client?: Partial<HttpOptions<X>>
  readonly permissions?: readonly Permission[]
}

/** Client → server → adapter by function calls, without a socket. */
export async function openDirect<X extends ExtraFields = object>(
  behind: Adapter<X>,
  { serve: served = {}, client = {}, permissions = everyPermission }: Options<X> = {},
) {
  const { key, record } = await createServiceKey({ id: "test", permissions })
  const server = serve(behind, { keys: [record], ...served })
  const fetched: Request[] = []
  const fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    fetched.push(request)
    return server(request)
  }
  const adapter = httpAdapter<X>({ url: "https://data.example", key, fetch, ...client })
  return { adapter, server, fetched, key, record }
}
