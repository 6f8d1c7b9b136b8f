import { nodeListener } from "../../../mortise/src/cli/serve/node-listener.ts"
import type { Adapter } from "../../../mortise/src/contract/adapter.ts"
import type { ExtraFields } from "../../../mortise/src/contract/schema.ts"
import type { HttpOptions } from "../../../mortise/src/http/client/http-options.ts"
import { httpAdapter } from "../../../mortise/src/http/client.ts"
import { createService } from "../../../mortise/src/http/server/service.ts"
import { createServiceKey, type Permission, type ServeOptions } from "../../../mortise/src/http/server.ts"
import { memoryAdapter } from "../../../mortise/src/stores/memory/memory-adapter.ts"
import { everyPermission } from "./every-permission.ts"
import { listen } from "./listen.ts"

type Options<X extends ExtraFields> = {
  readonly behind?: Adapter<X>
  readonly permissions?: readonly Permission[]
  readonly serve?: ServeOptions<X>
  readonly client?: Partial<HttpOptions<X>>
}

/** Client → real socket → server → adapter. Default adapter: memory. */
export async function openWire<X extends ExtraFields = object>(options: Options<X> = {}) {
  const behind = options.behind ?? memoryAdapter<X>()
  const permissions = options.permissions ?? everyPermission
  const { key, record } = await createServiceKey({ id: "test", permissions })
  const server = createService(behind, { keys: [record], ...options.serve })
  const { url, port, close } = await listen(nodeListener(server.answer))
  const adapter = httpAdapter<X>({ url, ...(!options.client?.signing && { key }), ...options.client })
  return { adapter, behind, server, url, port, key, record, close }
}
