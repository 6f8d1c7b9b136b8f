const maxBytes = 1024 * 1024
const timeoutMs = 15_000

/** What the libraries pass to `fetch`. */
type Sent = Omit<RequestInit, "body" | "signal"> & {
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * `fetch` for libraries that read a whole answer from outside, such as that of an OpenID provider. A body of more than
 * 1 MiB fails, and the rest of it is not read. Redirects are not followed, and without a signal of the caller there is
 * a limit of 15 seconds.
 */
export async function boundedFetch(
  url: string,
  { body: sent = null, signal = AbortSignal.timeout(timeoutMs), ...init }: Sent = {},
): Promise<Response> {
  const response = await fetch(url, { ...init, body: sent as BodyInit | null, signal, redirect: "manual" })
  const { body, status, statusText, headers } = response
  if (!body) return response
  return new Response(body.pipeThrough(limitBytes()), { status, statusText, headers })
}

/** An error in it cancels the body, so that the connection is closed. */
function limitBytes(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length
      if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`)
      controller.enqueue(chunk)
    },
  })
}
