import type { Batcher } from "../../shared/batcher.ts"

const batchers = new WeakMap<typeof fetch, Map<string, Batcher<unknown>>>()

/**
 * The batcher for one server and caller, which `name` identifies. All adapters share it while a request is in
 * flight, since frameworks create an adapter for each request; it is dropped when `create` reports that it is idle.
 */
export function sharedBatcher(
  via: typeof fetch,
  name: string,
  create: (onIdle: () => void) => Batcher<unknown>,
): Batcher<unknown> {
  const named = batchers.get(via) ?? new Map<string, Batcher<unknown>>()
  batchers.set(via, named)
  return (value) => {
    const batcher = named.get(name) ?? create(() => named.delete(name))
    named.set(name, batcher)
    return batcher(value)
  }
}
