/**
 * Reads the body of a request or a response, up to a limit. `text()`, `json()` and `formData()` read a body of any
 * size into the memory, even before the caller is authenticated. A declared length above the limit is refused
 * without reading; a declared length below it proves nothing, because not every runtime enforces it, so the bytes
 * are counted too. As soon as the limit is exceeded, the stream is cancelled.
 */
import { type Bytes, concatBytes } from "./bytes.ts"

/**
 * The body; `undefined` when it is larger than `maxBytes`. Of the rest, `dropBytes` are read and dropped: where a
 * cancelled stream closes the connection, the client could not read the response otherwise.
 */
export async function readBody(
  { headers, body }: Pick<Request | Response, "headers" | "body">,
  maxBytes: number,
  dropBytes = 0,
): Promise<Bytes | undefined> {
  if (!body) return new Uint8Array()
  const isDeclared = declaresMoreThan(headers, maxBytes)
  if (isDeclared && dropBytes === 0) {
    cancel(body)
    return undefined
  }
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return isDeclared || size > maxBytes ? undefined : concatBytes(chunks)
    size += value.length
    if (size > maxBytes + dropBytes) {
      cancel(reader)
      return undefined
    }
    if (size <= maxBytes) chunks.push(value)
  }
}

/** Whether the declared length of a body is invalid or larger than allowed. */
const declaresMoreThan = (headers: Pick<Headers, "get">, maxBytes: number): boolean =>
  !(Number(headers.get("content-length")) <= maxBytes)

/** Does not wait until the sender has noticed. */
function cancel(stream: Pick<ReadableStream, "cancel">): void {
  stream.cancel().catch(() => {})
}
