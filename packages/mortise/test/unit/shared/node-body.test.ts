import type { IncomingMessage } from "node:http"
import { PassThrough } from "node:stream"
import { describe, expect, test, vi } from "vitest"
import { discardRest, readNodeBody } from "../../../src/shared/node-body.ts"

/** A request whose body the test writes, and its socket. */
function incomingOf(headers: Readonly<Record<string, string>> = {}) {
  const stream = new PassThrough()
  const socket = { destroy: vi.fn() }
  const incoming = Object.assign(stream, { headers, socket, complete: false }) as unknown as IncomingMessage
  return { stream, socket, incoming }
}

describe("the body of a request in Node", () => {
  test("is read up to the limit", async () => {
    const { stream, incoming } = incomingOf()
    const body = readNodeBody(incoming, 4)
    stream.write("ab")
    stream.end("cd")
    expect(Buffer.from((await body) ?? []).toString()).toBe("abcd")
  })

  test("is undefined one byte above the limit, and the rest is not read", async () => {
    const { stream, incoming } = incomingOf()
    const body = readNodeBody(incoming, 4)
    stream.write("abcde")
    expect(await body).toBeUndefined()
    expect(stream.isPaused()).toBe(true)
  })

  test("is not read if its declared length is above the limit", async () => {
    const { incoming, stream } = incomingOf({ "content-length": "5" })
    expect(await readNodeBody(incoming, 4)).toBeUndefined()
    expect(stream.readableFlowing).toBeNull()
    const exact = incomingOf({ "content-length": "4" })
    const body = readNodeBody(exact.incoming, 4)
    exact.stream.end("abcd")
    expect(await body).toHaveLength(4)
  })

  test("fails if the connection closes before its end", async () => {
    const { stream, incoming } = incomingOf()
    const body = readNodeBody(incoming, 4)
    stream.destroy()
    await expect(body).rejects.toThrow("closed")
    await expect(readNodeBody(incoming, 4)).rejects.toThrow("closed")
  })
})

describe("the rest of a body that was refused", () => {
  const sent = async (stream: PassThrough, bytes: number) => {
    stream.write(Buffer.alloc(bytes))
    await new Promise((resolve) => setImmediate(resolve))
  }

  test("is dropped up to 1 MiB; then the connection is closed", async () => {
    const { stream, socket, incoming } = incomingOf()
    discardRest(incoming)
    await sent(stream, 512 * 1024)
    await sent(stream, 512 * 1024)
    expect(socket.destroy).not.toHaveBeenCalled()
    await sent(stream, 1)
    expect(socket.destroy).toHaveBeenCalled()
  })

  test("is left alone if the request is complete", () => {
    const { incoming, stream } = incomingOf()
    Object.assign(incoming, { complete: true })
    discardRest(incoming)
    expect(stream.readableFlowing).toBeNull()
  })
})
