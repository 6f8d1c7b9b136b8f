import { createServer } from "node:net"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, test } from "vitest"
import { listen } from "../../../workshop/src/http/listen.ts"
import type { HttpOptions } from "../../src/http/client/http-options.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { codeOf } from "./support/code-of.ts"

const key = "mrt_test_only_key"
const json = { "content-type": "application/json" }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe("SEC-K6 over a real socket", () => {
  const open = async (listener: Parameters<typeof listen>[0], options: Partial<HttpOptions> = {}) => {
    const server = await listen(listener)
    closing.push(server.close)
    return httpAdapter({ url: server.url, key, retries: 0, ...options })
  }

  test("a redirect is not followed, and the key is not sent elsewhere", async () => {
    const visited: string[] = []
    const other = await listen((request, response) => {
      visited.push(String(request.headers.authorization))
      response.writeHead(200, json).end('{"result":null}')
    })
    closing.push(other.close)
    for (const status of [301, 302, 307, 308]) {
      const adapter = await open((_, response) =>
        response.writeHead(status, { location: `${other.url}/v1/getUser` }).end(),
      )
      await expect(adapter.getUser("x")).rejects.toMatchObject({ message: expect.stringMatching(/redirect/) })
    }
    expect(visited).toEqual([])
  })

  test("a server that never answers, or never ends its answer, causes a timeout", async () => {
    const silent = await open(() => {}, { timeoutSeconds: 0.2 })
    expect(await codeOf(silent.getUser("x"))).toBe("transient")
    expect(await codeOf(silent.deleteUser("x"))).toBe("indeterminate")
    const endless = await open((_, response) => response.writeHead(200, json).write('{"result":'), {
      timeoutSeconds: 0.2,
    })
    expect(await codeOf(endless.getUser("x"))).toBe("transient")
  })

  test("a fetch that ignores its signal causes a timeout", async () => {
    const fetch = () => new Promise<Response>(() => {})
    const adapter = httpAdapter({ url: "https://data.example", key, fetch, retries: 1, timeoutSeconds: 0.1 })
    expect(await codeOf(adapter.getUser("x"))).toBe("transient")
    expect(await codeOf(adapter.deleteUser("x"))).toBe("indeterminate")
  })

  test("an answer that is too large is not read, whatever its declared length", async () => {
    const large = JSON.stringify({ result: null, padding: "x".repeat(5000) })
    const plain = await open((_, response) => response.writeHead(200, json).end(large), {
      maxResponseBytes: 4000,
    })
    expect(await codeOf(plain.getUser("x"))).toBe("transient")
    const chunked = await open(
      (_, response) => {
        response.writeHead(200, json).write(large.slice(0, 3000))
        response.end(large.slice(3000))
      },
      { maxResponseBytes: 4000 },
    )
    expect(await codeOf(chunked.getUser("x"))).toBe("transient")
    const bomb = gzipSync(Buffer.alloc(50_000_000, " "))
    const packed = await open((_, response) =>
      response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb),
    )
    expect(await codeOf(packed.getUser("x"))).toBe("transient")
  })

  test("a closed port means that nothing was sent", async () => {
    const gone = await listen(() => {})
    await gone.close()
    const adapter = httpAdapter({ url: gone.url, key, retries: 1 })
    expect([await codeOf(adapter.getUser("x")), await codeOf(adapter.deleteUser("x"))]).toEqual([
      "unavailable",
      "unavailable",
    ])
  })

  test("a connection that breaks before any answer may have sent the whole request", async () => {
    const server = createServer((socket) => void socket.once("data", () => socket.destroy()))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as { port: number }
    const adapter = httpAdapter({ url: `http://127.0.0.1:${port}`, key, retries: 0 })
    expect([await codeOf(adapter.getUser("x")), await codeOf(adapter.deleteUser("x"))]).toEqual([
      "transient",
      "indeterminate",
    ])
  })
})
