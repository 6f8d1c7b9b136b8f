import { type Bytes, joined } from "./bytes.ts"

type Message = { readonly headers: Headers; readonly body: ReadableStream<Uint8Array> | null }

/**
 * The body of a message; `undefined` when it is larger than allowed, and then the rest is not read. What it
 * says of its length is believed only when that is too much: not every runtime holds it to its word.
 */
export async function readBytes({ headers, body }: Message, most: number): Promise<Bytes | undefined> {
  if (!(Number(headers.get("content-length")) <= most)) return undefined
  return body ? readStream(body, most) : new Uint8Array()
}

async function readStream(stream: ReadableStream<Uint8Array>, most: number): Promise<Bytes | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks)
    size += value.length
    if (size > most) {
      // Whether the sender hears of it is not ours to wait for.
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text of bytes; throws when they are no UTF-8. */
export const textOf = (bytes: Bytes): string => decoder.decode(bytes)
