/** Caches the result of `make` per client, so that all adapters over one client share it. */
export function perClient<C extends object, T>(make: (client: C) => T): (client: C) => T {
  const made = new WeakMap<C, T>()
  return (client) => {
    const value = made.get(client) ?? make(client)
    made.set(client, value)
    return value
  }
}
