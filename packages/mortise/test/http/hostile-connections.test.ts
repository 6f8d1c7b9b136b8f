import { connect } from "node:net"
import { describe, expect, test } from "vitest"
import { listen } from "../../../workshop/src/http/listen.ts"
import { openWire } from "../../../workshop/src/http/open-wire.ts"
import { nodeListener } from "../../src/cli/serve/node-listener.ts"
import { createService } from "../../src/http/server/service.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openForTests } from "../support/open-for-tests.ts"

const wire = openForTests(openWire)

const head = (headers: string, key = wire.key): string =>
  `POST /v1/getUser HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n\r\n`
const lookup = (more = ""): string => `${head(`Content-Length: 14${more}`)}{"args":["x"]}`

/** Sends parts over one connection, and returns the statuses when `count` have arrived or the connection ends. */
function statusesOf(parts: readonly (string | Buffer)[], count: number): Promise<number[]> {
  return new Promise((resolve) => {
    let received = ""
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    const socket = connect(wire.port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part)
    })
    const end = () => {
      socket.destroy()
      resolve(statuses())
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      if (statuses().length >= count) end()
    })
    socket.on("error", end)
    socket.on("close", end)
  })
}

describe("SEC-K7 the rest of a refused body does not block the next request", () => {
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`
  const chunked = [...Array<string>(8).fill(chunk), "0\r\n\r\n"]

  test("a chunked body that is too large", async () => {
    const parts = [head("Transfer-Encoding: chunked"), ...chunked, lookup()]
    expect(await statusesOf(parts, 2)).toEqual([413, 200])
  })

  test("a body whose declared length is too large", async () => {
    const parts = [head("Content-Length: 300000"), "x".repeat(300_000), lookup()]
    expect(await statusesOf(parts, 2)).toEqual([413, 200])
  })

  test("a body of an unauthenticated caller", async () => {
    const parts = [head("Transfer-Encoding: chunked", "mrt_unknown"), ...chunked, lookup()]
    expect(await statusesOf(parts, 2)).toEqual([401, 200])
  })
})

describe("SEC-R7 the server stops reading a body that it does not want", () => {
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`
  const endless = 200 * 1024 * 1024

  /** Sends chunks without an end, and returns how many bytes the server accepted. */
  const acceptedBytes = (key: string): Promise<number> =>
    new Promise((resolve) => {
      let written = 0
      const socket = connect(wire.port, "127.0.0.1", () => {
        socket.write(head("Transfer-Encoding: chunked", key))
        send()
      })
      const send = (): void => {
        if (written >= endless) return void socket.destroy()
        written += chunk.length
        socket.write(chunk, () => setImmediate(send))
      }
      socket.resume().on("error", () => {})
      socket.on("close", () => resolve(written))
    })

  test.each([
    ["of an unauthenticated caller", () => "mrt_unknown"],
    ["that is too large", () => wire.key],
  ])("%s", async (_, key) => {
    expect(await acceptedBytes(key())).toBeLessThan(endless / 10)
  })
})

describe("SEC-K7 no request crashes the server", () => {
  test.each([
    ["another method", "TRACE /v1/getUser HTTP/1.1\r\nHost: x\r\n\r\n", [401]],
    ["an unknown method", "NOTHING /v1/getUser HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["a CONNECT request", "CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n", []],
    ["an asterisk as the path", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["bytes that are not HTTP", "\u0016\u0003\u0001\r\n\r\n", [400]],
  ])("%s", async (_, request, statuses) => {
    expect(await statusesOf([request], 1)).toEqual(statuses)
  })

  test.each([
    ["two content lengths", "\r\nContent-Length: 15", 400],
    ["a length and chunks", "\r\nTransfer-Encoding: chunked", 400],
    ["an unknown expectation", "\r\nExpect: the worst", 417],
    ["an upgrade", "\r\nConnection: upgrade\r\nUpgrade: websocket", 200],
    ["names from Object.prototype", "\r\n__proto__: x\r\nconstructor: y\r\ntoString: z", 200],
  ])("%s", async (_, headers, status) => {
    expect(await statusesOf([lookup(headers)], 1)).toEqual([status])
  })

  test("any byte in a header", async () => {
    const outcomes = new Set<number>()
    for (let byte = 0; byte < 256; byte++) {
      const [start = "", rest = ""] = lookup("\r\nX-Strange: a|b").split("|")
      const parts = [Buffer.from(start), Buffer.of(byte), Buffer.from(rest)]
      for (const status of await statusesOf([Buffer.concat(parts)], 1)) outcomes.add(status)
    }
    expect([...outcomes].sort()).toEqual([200, 400])
    expect(await wire.adapter.getUser("x")).toBeNull()
  })
})

describe("SEC-K7 a caller that disconnects leaves no work behind", () => {
  /** A server whose authentication is slow, and a caller that sends this much and then disconnects. */
  async function leave(sent: string, whenAsked: boolean): Promise<void> {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    let admit = () => {}
    const isAdmitted = new Promise<void>((resolve) => {
      admit = resolve
    })
    const { record } = wire
    const slow = createService(memoryAdapter(), {
      async keys() {
        asked()
        await isAdmitted
        return [record]
      },
    })
    const server = await listen(nodeListener(slow.answer))
    const gone = new Promise<void>((resolve) => {
      const socket = connect(server.port, "127.0.0.1", () => socket.write(sent))
      socket.on("close", () => resolve())
      void isAsked.then(() => (whenAsked ? socket.destroy() : setTimeout(() => socket.destroy(), 20)))
    })
    await isAsked
    if (whenAsked) await gone.then(() => new Promise((resolve) => setTimeout(resolve, 20)))
    admit()
    await gone
    await slow.drain()
    await server.close()
  }

  test("before the body is read", async () => {
    await expect(leave(head("Content-Length: 14"), true)).resolves.toBeUndefined()
  })

  test("in the middle of the body", async () => {
    await expect(leave(`${head("Content-Length: 14")}{"args"`, false)).resolves.toBeUndefined()
  })
})
