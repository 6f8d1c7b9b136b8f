/** Whether an error means that no connection was opened: the host has no address, or no address of it accepted. */
export function isConnectFailure(error: unknown): boolean {
  const { syscall, errors } = Object(error) as { syscall?: string; errors?: unknown }
  if (syscall === "connect" || syscall === "getaddrinfo") return true
  // Node tries all addresses of a host, and throws an AggregateError without a message.
  return Array.isArray(errors) && errors.some(isConnectFailure)
}
