import { type Caller, type Server, serve } from "../../../src/http/server.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

type Environment = { readonly KEYS: readonly Caller[] }

let handle: Server | undefined

/** For workerd: the server, on the memory of the isolate. */
export const worker = {
  fetch(request: Request, { KEYS }: Environment): Promise<Response> {
    handle ??= serve(memoryAdapter({ onWarning: () => {} }), { keys: KEYS })
    const address = request.headers.get("cf-connecting-ip")
    return handle(request, address ? { address } : {})
  },
}
