import { once } from "node:events"
import type { RequestListener } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { nodeListener } from "../../src/cli/serve/node-listener.ts"
import { createNodeServer } from "../../src/cli/serve/node-server.ts"

const servers: ReturnType<typeof createNodeServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const opened = async (listener: RequestListener) => {
  const server = createNodeServer(listener).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return { server, socket: connect((server.address() as AddressInfo).port, "127.0.0.1") }
}

/** Everything that the server sends until it closes the connection. */
const allOf = async (socket: Socket): Promise<string> => {
  let text = ""
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      text += chunk
    })
  await once(socket, "close")
  return text
}

const neverAsked: RequestListener = (_, outgoing) => outgoing.end("asked")

describe("errors that Node finds itself have Cache-Control: no-store", () => {
  test.each([
    ["bytes that are not HTTP", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400],
    ["no Host", "GET /v1/getUser HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    [
      "two content lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    ["headers that are too long", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    [
      "an unknown expectation",
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: wonders\r\n\r\n",
      417,
    ],
  ])("%s", async (_, sent, status) => {
    const { socket } = await opened(neverAsked)
    socket.write(sent)
    const answer = await allOf(socket)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/^cache-control: no-store\r$/im)
    expect(answer).not.toContain("asked")
  })

  test("a request that takes too long", async () => {
    const { server, socket } = await opened(neverAsked)
    const [accepted] = (await once(server, "connection")) as [Socket]
    server.emit("clientError", Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), accepted)
    expect(await allOf(socket)).toMatch(/^HTTP\/1.1 408 .*\r\ncache-control: no-store\r\n/i)
  })
})

test("HTTP/1.0 needs no Host", async () => {
  const { socket } = await opened(neverAsked)
  socket.write("GET / HTTP/1.0\r\n\r\n")
  expect(await allOf(socket)).toContain("asked")
})

test("invalid bytes after a request do not answer that request", async () => {
  const { server, socket } = await opened((_, outgoing) => setTimeout(() => outgoing.end("done"), 50))
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}\x16\x03\x01\r\n\r\n")
  await once(server, "clientError")
  expect(await allOf(socket)).not.toContain("400 Bad Request")
})

test.each([
  ["an answer", ""],
  ["a refused expectation", "Expect: wonders\r\n"],
])("%s before the end of the request remains the only response", async (_, expectation) => {
  const { socket } = await opened((_, outgoing) => outgoing.end("early"))
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${expectation}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`)
  await once(socket, "readable")
  socket.write("no chunk\r\n")
  expect((await allOf(socket)).match(/HTTP\/1.1/g)).toHaveLength(1)
})

test("an error is never written into the middle of another response", async () => {
  const { server, socket } = await opened((_, outgoing) => outgoing.end("x".repeat(32 * 1024 * 1024)))
  socket.pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  await once(server, "request")
  socket.write("\x16\x03\x01\r\n\r\n")
  await once(server, "clientError")
  socket.resume()
  expect(await allOf(socket)).not.toContain("400 Bad Request")
})

test.each([
  [0, "203.0.113.1", "127.0.0.1"],
  [1, "203.0.113.9, 203.0.113.1", "203.0.113.1"],
  [2, "203.0.113.9,203.0.113.1 ,10.0.0.1", "203.0.113.1"],
  [3, "203.0.113.1, 10.0.0.1, 10.0.0.2", "203.0.113.1"],
  [3, "203.0.113.1, 10.0.0.1", "127.0.0.1"],
  [1, "", "127.0.0.1"],
])("SEC-R12 behind %i proxies, X-Forwarded-For %j names %s", async (trustedProxies, forwarded, address) => {
  const answer = async (_: unknown, connection: { address?: string }) => ({
    ...{ status: 200, headers: {}, body: `caller ${connection.address}` },
  })
  const { socket } = await opened(nodeListener(answer, { trustedProxies }))
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: ${forwarded}\r\n\r\n`)
  expect(await allOf(socket)).toMatch(new RegExp(`caller ${address}$`))
})
