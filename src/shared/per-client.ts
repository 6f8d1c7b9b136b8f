/** Makes something once for each client, however many adapters are made over it. */
export function perClient<C extends object, T>(make: (client: C) => T): (client: C) => T {
  const made = new WeakMap<C, T>()
  return (client) => {
    const known = made.get(client) ?? make(client)
    made.set(client, known)
    return known
  }
}
