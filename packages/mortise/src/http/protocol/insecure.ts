/**
 * The key of an option that turns authentication off: every caller that reaches the server may do anything.
 * Requests of browsers, which have an `Origin` header, are refused.
 * A symbol cannot come from a JSON file by accident, and is easy to search for.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 * import { insecureWithoutAuthentication, serve } from "mortise/server"
 *
 * const handle = serve(memoryAdapter(), { [insecureWithoutAuthentication]: true })
 * ```
 */
export const insecureWithoutAuthentication: unique symbol = Symbol("mortise.insecureWithoutAuthentication")

/**
 * The key of an option that lets a client send its service key to another machine without TLS.
 *
 * @example
 * ```ts no-run needs a server
 * import { httpAdapter, insecureWithoutTls } from "mortise/http"
 *
 * const key = process.env["MORTISE_KEY"] ?? ""
 * const adapter = httpAdapter({ url: "http://auth-data.internal:8787", key, [insecureWithoutTls]: true })
 * ```
 */
export const insecureWithoutTls: unique symbol = Symbol("mortise.insecureWithoutTls")
