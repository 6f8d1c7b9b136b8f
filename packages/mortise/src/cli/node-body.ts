import type { IncomingMessage } from "node:http"
import type { Bytes } from "../shared/bytes.ts"

// A client that still sends does not read the response yet, so a part of an unwanted body is let through.
const maxDiscardedBytes = 1024 * 1024

/** The body; `undefined` when it is larger than `maxBytes`. */
export function readNodeBody(incoming: IncomingMessage, maxBytes: number): Promise<Bytes | undefined> {
  // Node enforces the declared length, so a length above the limit needs no reading.
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error("The connection closed before the request was complete."))
    // The client may have disconnected by now, and then no event would ever fire.
    if (incoming.destroyed) return onClose()
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      incoming.off("data", onData).pause()
      chunks.length = 0
      resolve(undefined)
    }
    incoming.on("data", onData)
    incoming.on("end", () => resolve(Buffer.concat(chunks)))
    incoming.on("error", reject)
    incoming.on("close", onClose)
  })
}

/**
 * Drops the rest of a request that was answered before its end, so that the next request on the connection does
 * not wait behind it. Node alone would read any number of bytes; here the connection is closed after the limit.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return
  let left = maxDiscardedBytes
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) incoming.socket.destroy()
  })
  incoming.resume()
}
