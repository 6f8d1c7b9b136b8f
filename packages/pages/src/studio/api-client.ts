import type {
  ActionInput,
  ActionName,
  ActionResult,
  ApiError,
} from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"

/** Why a request failed. The message is for the person at the page. */
class RequestFailure extends Error {
  override readonly name = "RequestFailure"
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Reads from the server. Throws a `RequestFailure`. */
export async function readApi<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  return readAnswer<T>(fetch(`/api/${path}?${new URLSearchParams(query)}`))
}

/** Changes rows. */
export function act(action: ActionName, input: Partial<ActionInput> = {}): Promise<ActionResult> {
  const headers = { "content-type": "application/json" }
  return readAnswer(fetch(`/api/${action}`, { method: "POST", headers, body: JSON.stringify(input) }))
}

/** Repeats an action while rows are left, until the person stops it. The result has the number of all changed rows. */
export async function actOnAll(
  action: ActionName,
  input: Partial<ActionInput>,
  onProgress: (changed: number, left: number) => void,
  isStopped: () => boolean,
): Promise<ActionResult> {
  let changed = 0
  for (;;) {
    const result = await act(action, input)
    changed += result.changed
    onProgress(changed, result.left)
    // A batch that changes nothing would be repeated forever.
    if (result.left === 0 || result.changed === 0 || isStopped()) return { ...result, changed }
  }
}

async function readAnswer<T>(sent: Promise<Response>): Promise<T> {
  const response = await sent.catch(() => {
    throw new RequestFailure(
      "no_answer",
      "The studio does not answer: check that the command is still running.",
    )
  })
  const body: T | ApiError = await response.json()
  if (response.ok) return body as T
  const { code, message } = (body as ApiError).error
  throw new RequestFailure(code, message)
}

/** What the page shows of a failure. */
export type Problem = { readonly code: string; readonly message: string }

export const toProblem = (error: unknown): Problem => ({
  code: error instanceof RequestFailure ? error.code : "unknown",
  message: visibleText(error instanceof Error ? error.message : String(error)),
})

export const toErrorMessage = (error: unknown): string => toProblem(error).message
