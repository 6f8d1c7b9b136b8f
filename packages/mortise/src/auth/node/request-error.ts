/**
 * A request that cannot be used: its body is too large (413), or it is malformed (400). Express responds with `status`.
 *
 * @example
 * ```ts
 * import { RequestError } from "mortise/auth/node"
 *
 * export const statusOf = (error: unknown): number => (error instanceof RequestError ? error.status : 503)
 * ```
 */
export class RequestError extends Error {
  override readonly name = "RequestError"
  /** The response's status. */
  readonly status: 400 | 413

  constructor(status: 400 | 413, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}
