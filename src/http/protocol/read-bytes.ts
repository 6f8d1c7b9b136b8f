import { type Bytes, concatBytes } from "../../shared/bytes.ts"

/**
 * Whether the declared length of a message is larger than allowed. A smaller declared length proves nothing:
 * not every runtime enforces it.
 */
export const isTooMuch = (headers: Pick<Headers, "get">, most: number): boolean =>
  !(Number(headers.get("content-length")) <= most)

/** The body of a message; `undefined` when it is larger than allowed, and then the rest is not read. */
export async function readBody({ body }: Request | Response, most: number): Promise<Bytes | undefined> {
  if (!body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatBytes(chunks)
    size += value.length
    if (size > most) {
      // The reader does not wait until the sender has noticed.
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text of bytes; throws when they are not valid UTF-8. */
export const textOf = (bytes: Bytes): string => decoder.decode(bytes)
