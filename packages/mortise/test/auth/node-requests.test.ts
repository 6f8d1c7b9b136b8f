import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse, request as sendHttp } from "node:http"
import { connect, createServer as createHttp2Server, type Http2ServerRequest } from "node:http2"
import type { AddressInfo } from "node:net"
import express from "express"
import { describe, expect, onTestFinished, test } from "vitest"
import { RequestError, sendResponse, type ToRequestOptions, toRequest } from "../../src/auth/node/index.ts"
import { portOf } from "./support/port-of.ts"

const origin = "https://app.example"
const KIB = 1024

/** What the server made of a request. */
type Seen = { url: string; method: string; headers: Record<string, string>; body: string }

const seenIn = async (request: Request): Promise<Seen> => ({
  url: request.url,
  method: request.method,
  headers: Object.fromEntries(request.headers),
  body: await request.text(),
})

/** A server that answers with what it has seen, or with the status and the message of the error. */
async function open(options: Partial<ToRequestOptions> = {}) {
  const errors: unknown[] = []
  const listener = async (message: IncomingMessage, outgoing: ServerResponse) => {
    try {
      await sendResponse(
        Response.json(await seenIn(await toRequest(message, { origin, ...options }))),
        outgoing,
      )
    } catch (error) {
      errors.push(error)
      const status = error instanceof RequestError ? error.status : 503
      await sendResponse(new Response((error as Error).message, { status }), outgoing)
    }
  }
  const server = createServer(listener)
  const arrived = once(server, "request")
  const port = await portOf(server)
  return {
    port,
    errors,
    /** The first request has arrived, perhaps without its body. */
    arrived,
    post: (body: string, headers = {}) =>
      fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers }),
    /** Sends a target as it is: fetch would normalize it. */
    raw: (path: string, method = "GET") => answerTo(sendHttp({ port, path, method, host: "127.0.0.1" })),
  }
}

async function answerTo(request: ReturnType<typeof sendHttp>): Promise<{ status?: number; text: string }> {
  request.end()
  const [answer] = (await once(request, "response")) as [IncomingMessage]
  const chunks = await answer.toArray()
  return { ...(answer.statusCode && { status: answer.statusCode }), text: Buffer.concat(chunks).toString() }
}

/** Posts a body in chunks without an end, and returns the status of the answer and the bytes that were sent. */
function postWithoutEnd(port: number, headers: Record<string, string> = {}) {
  const request = sendHttp({ port, method: "POST", host: "127.0.0.1", headers })
  let sent = 0
  const send = () => {
    while (request.writable && sent < 300 * KIB * KIB) {
      sent += 64 * KIB
      if (!request.write(Buffer.alloc(64 * KIB))) return
    }
  }
  request.on("drain", send)
  send()
  const closed = new Promise<void>((resolve) => request.on("close", resolve).on("error", () => resolve()))
  const status = new Promise<number | undefined>((resolve) => {
    request.on("response", (answer) => resolve(answer.resume().statusCode))
    request.on("error", () => resolve(undefined))
  })
  onTestFinished(() => void request.destroy())
  return { status, closed, sent: () => sent }
}

describe("the limit of a body", () => {
  test("SEC-S9: is 64 KiB, to the byte", async () => {
    const { post } = await open()
    expect(((await (await post("x".repeat(64 * KIB))).json()) as Seen).body).toHaveLength(64 * KIB)
    const refused = await post("x".repeat(64 * KIB + 1))
    expect([refused.status, await refused.text()]).toEqual([
      413,
      expect.stringContaining("larger than 65536 bytes"),
    ])
  })

  test("SEC-S9: is an option", async () => {
    const { post } = await open({ maxBytes: 3 })
    expect([(await post("abc")).status, (await post("abcd")).status]).toEqual([200, 413])
  })

  test("SEC-S9: refuses a declared length before anything is sent", async () => {
    const { port } = await open()
    const request = sendHttp({
      port,
      method: "POST",
      host: "127.0.0.1",
      headers: { "content-length": 300 * KIB * KIB },
    })
    onTestFinished(() => void request.destroy())
    request.flushHeaders()
    const [answer] = (await once(request, "response")) as [IncomingMessage]
    expect(answer.statusCode).toBe(413)
  })

  test("SEC-S9: ends a body without a length after the limit, and closes the connection", async () => {
    const { port, errors } = await open()
    const { closed, sent } = postWithoutEnd(port)
    await closed
    expect(errors).toEqual([expect.objectContaining({ status: 413 })])
    // What the buffers of both sides hold is sent too.
    expect(sent()).toBeLessThan(50 * KIB * KIB)
  })

  test("SEC-S9: holds in Express, which answers with 413 by itself", async () => {
    const app = express()
    app.set("env", "test")
    app.post("/{*path}", async (request, response) => {
      await sendResponse(Response.json(await seenIn(await toRequest(request, { origin }))), response)
    })
    const port = await portOf(createServer(app))
    const post = (bytes: number) =>
      fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x".repeat(bytes) })
    expect((await post(64 * KIB)).status).toBe(200)
    expect((await post(64 * KIB + 1)).status).toBe(413)
    const endless = postWithoutEnd(port)
    await endless.closed
    expect(endless.sent()).toBeLessThan(50 * KIB * KIB)
  })

  test("a client that disconnects ends the wait for its body", async () => {
    const { port, errors, arrived } = await open()
    const request = sendHttp({ port, method: "POST", host: "127.0.0.1", headers: { "content-length": 5 } })
    request.on("error", () => {})
    request.write("ab")
    await arrived
    request.destroy()
    await expect.poll(() => errors).toEqual([expect.objectContaining({ status: 400 })])
  })

  /** What toRequest makes of a request whose body was read before. */
  async function afterParser(parser: express.RequestHandler, body: string, type: string, maxBytes = 99) {
    const app = express()
    let made: unknown
    app.use(parser)
    app.post("/", async (request, response) => {
      made = await toRequest(request, { origin, maxBytes }).then(seenIn, (error) => error)
      response.end()
    })
    const port = await portOf(createServer(app))
    await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers: { "content-type": type } })
    return made
  }

  test("in Express, a body that a parser has read is made again", async () => {
    const form = "a=1&b=%26+x"
    expect(await afterParser(express.urlencoded(), form, "application/x-www-form-urlencoded")).toMatchObject({
      body: form,
    })
    const json = '{"a":[1],"b":null}'
    expect(await afterParser(express.json(), json, "application/json", 17)).toMatchObject({ status: 413 })
    expect(await afterParser(express.json(), json, "application/json; charset=utf-8")).toMatchObject({
      body: json,
    })
  })

  test("in Express, a text is made again, and an object of another type is malformed", async () => {
    expect(await afterParser(express.text(), "a=1", "text/plain")).toMatchObject({ body: "a=1" })
    expect(await afterParser(express.raw(), "a=1", "application/octet-stream")).toMatchObject({ body: "a=1" })
    expect(await afterParser(express.json({ strict: false }), "null", "application/json")).toMatchObject({
      body: "null",
    })
    const object = express.json({ type: "*/*" })
    expect(await afterParser(object, "{}", "multipart/form-data")).toMatchObject({ status: 400 })
  })

  test("SEC-T12 in Express, a body that is nested too deeply is malformed", async () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000)
    expect(await afterParser(express.json(), deep, "application/json", 64 * KIB)).toMatchObject({
      status: 400,
    })
    // A parser of an application may make deep objects of a form too.
    const parser: express.RequestHandler = (request, _response, next) =>
      express.text({ type: "*/*" })(request, _response, () => {
        request.body = { email: JSON.parse(request.body) }
        next()
      })
    const type = "application/x-www-form-urlencoded"
    expect(await afterParser(parser, deep, type, 64 * KIB)).toMatchObject({ status: 400 })
  })

  test("says that the body was read by something else", async () => {
    const refusal = { code: "invalid", message: expect.stringContaining("read before") }
    const reader: express.RequestHandler = (request, _response, next) =>
      void request.resume().on("end", () => next())
    expect(await afterParser(reader, "a=1", "text/plain")).toMatchObject(refusal)
  })
})

describe("the request", () => {
  test("has the method, the headers, each of several values, and the body", async () => {
    const { post } = await open()
    const seen = (await (await post("a=1", { "x-of-test": "1", cookie: "a=1; b=2" })).json()) as Seen
    expect(seen).toMatchObject({ method: "POST", body: "a=1", url: `${origin}/` })
    expect(seen.headers).toMatchObject({ "x-of-test": "1", cookie: "a=1; b=2" })
  })

  test.each([
    ["/a?b=c", "/a?b=c"],
    ["//evil.example/a", "//evil.example/a"],
    ["/\\evil.example", "//evil.example"],
    ["http://evil.example/a?b", "/a?b"],
  ])("has the configured origin, for the target %s", async (target, path) => {
    const { raw } = await open()
    expect((JSON.parse((await raw(target)).text) as Seen).url).toBe(origin + path)
  })

  test.each([["*"], ["evil.example"], ["http://"]])(
    "is refused with 400 for the target %s",
    async (target) => {
      const { raw } = await open()
      expect((await raw(target, "OPTIONS")).status).toBe(400)
    },
  )

  test("is refused with 400 for a method that fetch forbids", async () => {
    const { raw } = await open()
    expect((await raw("/", "TRACE")).status).toBe(400)
  })

  test("has the whole path inside a router of Express", async () => {
    const app = express()
    app.use("/in", async (request, response) => {
      response.send((await toRequest(request, { origin })).url)
    })
    const port = await portOf(createServer(app))
    expect(await (await fetch(`http://127.0.0.1:${port}/in/side?q`)).text()).toBe(`${origin}/in/side?q`)
  })

  test("comes from HTTP/2 without its pseudo-headers, and its response goes back", async () => {
    const server = createHttp2Server((message: Http2ServerRequest, outgoing) => {
      toRequest(message, { origin }).then(async (request) =>
        sendResponse(Response.json(await seenIn(request)), outgoing),
      )
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    onTestFinished(() => {
      client.destroy()
      server.close()
    })
    const stream = client.request({ ":method": "POST", ":path": "/two", "x-of-test": "2" })
    stream.end("a=1")
    const seen = JSON.parse(Buffer.concat(await stream.toArray()).toString()) as Seen
    expect(seen).toMatchObject({
      url: `${origin}/two`,
      method: "POST",
      body: "a=1",
      headers: { "x-of-test": "2" },
    })
  })

  test.each(["", "app.example", "data:text/plain,x"])("needs an origin, not %j", async (wrong) => {
    const { errors, post } = await open({ origin: wrong })
    await post("")
    expect(errors).toEqual([expect.objectContaining({ code: "invalid" })])
  })
})
