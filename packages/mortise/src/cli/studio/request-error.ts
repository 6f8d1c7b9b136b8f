import { ExitError } from "../program/exit-code.ts"
import { describeFailure } from "../terminal/describe-error.ts"

/** Stops a request with a status and a sentence for the person at the page. */
export class RequestError extends Error {
  override readonly name = "RequestError"
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const missingUser = (): RequestError =>
  new RequestError(404, "not_found", "This user does not exist any more.")

/** The answer to any error. The messages of database clients may hold a secret, so they are not sent. */
export async function toRequestError(error: unknown): Promise<RequestError> {
  if (error instanceof RequestError) return error
  // A tool of the command line refused: the adapter lacks what the request needs.
  if (error instanceof ExitError) return new RequestError(409, "unsupported", error.message)
  return new RequestError(502, "store_failed", await describeFailure(error))
}
