import { type Bytes, concatBytes } from "./bytes.ts"

/** What reading a request of Node needs. It is structural, so that declarations need no types of Node. */
export type NodeMessage = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly complete: boolean
  readonly destroyed: boolean
  readonly socket: { destroy(): unknown }
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown
  on(event: "end" | "close", listener: () => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "data", listener: (chunk: Uint8Array) => void): unknown
  pause(): unknown
  resume(): unknown
}

// A client that still sends does not read the response yet, so a part of an unwanted body is let through.
const maxDiscardedBytes = 1024 * 1024

/** The body; `undefined` when it is larger than `maxBytes`. */
export function readNodeBody(incoming: NodeMessage, maxBytes: number): Promise<Bytes | undefined> {
  // Node enforces the declared length, so a length above the limit needs no reading.
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error("The connection closed before the request was complete."))
    // The client may have disconnected by now, and then no event would ever fire.
    if (incoming.destroyed) return onClose()
    const chunks: Uint8Array[] = []
    let size = 0
    const onData = (chunk: Uint8Array): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      incoming.off("data", onData)
      incoming.pause()
      chunks.length = 0
      resolve(undefined)
    }
    incoming.on("data", onData)
    incoming.on("end", () => resolve(concatBytes(chunks)))
    incoming.on("error", reject)
    incoming.on("close", onClose)
  })
}

/**
 * Drops the rest of a request that was answered before its end, so that the next request on the connection does
 * not wait behind it. Node alone would read any number of bytes; here the connection is closed after the limit.
 */
export function discardRest(incoming: NodeMessage): void {
  if (incoming.complete || incoming.destroyed) return
  let left = maxDiscardedBytes
  incoming.on("data", (chunk) => {
    left -= chunk.length
    if (left < 0) incoming.socket.destroy()
  })
  incoming.resume()
}
