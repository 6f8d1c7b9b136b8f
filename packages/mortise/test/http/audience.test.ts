import { describe, expect, test } from "vitest"
import { httpAdapter } from "../../src/http/client.ts"
import { type ServeOptions, serve } from "../../src/http/server.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { outcomeOf } from "./support/requests.ts"

const signing = { id: "signer", secret: "a secret that only the two sides know" }
const keys: ServeOptions["keys"] = [{ ...signing, permissions: ["operations"] }]

const serverFor = (audience: string) => serve(memoryAdapter(), { keys, audience })

/** A request of a client, recorded on its way to the server at `url`. */
async function recorded(url: string, audience?: string): Promise<Request> {
  let request: Request | undefined
  const fetch = async (...args: Parameters<typeof globalThis.fetch>) => {
    request = new Request(...args)
    return Response.json({ result: null })
  }
  const client = { url, fetch, signing: { ...signing, ...(audience && { audience }) } }
  await httpAdapter(client).getUser("unknown")
  if (!request) throw new Error("nothing was sent")
  return request
}

/** Sends a request to a server, whatever address it was made for. */
async function sendTo(server: ReturnType<typeof serve>, request: Request, url = request.url) {
  const { method, headers } = request
  const body = await request.clone().text()
  return outcomeOf(await server(new Request(url, { method, headers, body })))
}

const ok = { status: 200, code: undefined }
const unauthorized = { status: 401, code: "unauthorized" }

describe("SEC-R13 a signed request", () => {
  test("is refused by another server that knows the same key, whatever host it names", async () => {
    const request = await recorded("https://a.example")
    expect(await sendTo(serverFor("https://b.example"), request)).toEqual(unauthorized)
    expect(await sendTo(serverFor("https://b.example"), request, "https://b.example/v1/getUser")).toEqual(
      unauthorized,
    )
    expect(await sendTo(serverFor("https://a.example"), request)).toEqual(ok)
  })

  test("is refused by a server that is mounted at another path of the same origin", async () => {
    const request = await recorded("https://a.example/one")
    const two = serve(memoryAdapter(), { keys, audience: "https://a.example/two", path: "/two" })
    expect(await sendTo(two, request, "https://a.example/two/v1/getUser")).toEqual(unauthorized)
    const one = serve(memoryAdapter(), { keys, audience: "https://a.example/one", path: "/one" })
    expect(await sendTo(one, request)).toEqual(ok)
  })

  test("names the audience option of a client that uses another address", async () => {
    const request = await recorded("http://localhost:8787", "https://a.example")
    expect(await sendTo(serverFor("https://a.example"), request)).toEqual(ok)
  })

  test("may write the same audience with a slash, a default port or capital letters", async () => {
    const request = await recorded("https://A.example:443/")
    expect(await sendTo(serverFor("https://a.example/"), request)).toEqual(ok)
  })

  test("is refused by a server without an audience, however its keys are given", async () => {
    expect(() => serve(memoryAdapter(), { keys })).toThrow(/audience/)
    const server = serve(memoryAdapter(), { keys: () => keys as never })
    expect(await sendTo(server, await recorded("https://a.example"))).toEqual(unauthorized)
  })

  test.each(["", "a b", "a\nb", "x".repeat(513)])("cannot have the audience %j", (audience) => {
    expect(() => serverFor(audience)).toThrow(/audience/)
    const client = { url: "https://a.example", signing: { ...signing, audience } }
    expect(() => httpAdapter(client)).toThrow(/audience/)
  })
})

describe("SEC-R13 a weak secret", () => {
  const weak = ["a".repeat(40), "ab".repeat(20), "1234567".repeat(10)]

  test.each(weak)("%s is refused by the client and by the server", (secret) => {
    expect(() => httpAdapter({ url: "https://a.example", signing: { id: "signer", secret } })).toThrow(
      /different characters/,
    )
    const record = { id: "signer", secret, permissions: ["operations"] as const }
    expect(() => serve(memoryAdapter(), { keys: [record], audience: "https://a.example" })).toThrow(
      /different characters/,
    )
  })

  test.each(weak)("%s is refused as a service key of the client", (key) => {
    expect(() => httpAdapter({ url: "https://a.example", key })).toThrow(/different characters/)
  })
})
