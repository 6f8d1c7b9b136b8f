/** The error codes of runtimes for a connection that was never established. */
const codes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
  // The certificate is checked before the request is sent.
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])

/** Whether a failed fetch is certain not to have reached the server. */
export function wasNeverSent(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 5 && typeof current === "object" && current !== null; depth++) {
    const { code, syscall, cause, errors } = current as Readonly<Record<string, unknown>>
    // A host can also become unreachable after the connection was established.
    if (codes.has(String(code))) return syscall !== "read" && syscall !== "write"
    // An AggregateError has one error for each address that was tried.
    if (Array.isArray(errors) && errors.length > 0) return errors.every(wasNeverSent)
    // Deno has no code, but its message names the phase that failed.
    if (current instanceof Error && current.message.includes("client error (Connect)")) return true
    current = cause
  }
  return false
}
