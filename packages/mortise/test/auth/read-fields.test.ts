import { expect, test } from "vitest"
import { readFields } from "../../src/auth/http/read-fields.ts"
import { postedFields } from "../../src/auth/index.ts"

const posted = (body: string, headers: Record<string, string> = {}) =>
  readFields(new Request("https://app.example/", { method: "POST", body, headers }))
const json = { "content-type": "application/json" }
const most = 64 * 1024

test("a body of 64 KiB is read, a longer one is not, whatever its content-length header", async () => {
  expect(await posted(`a=${"x".repeat(most - 2)}`)).toHaveProperty("a")
  expect(await posted(`a=${"x".repeat(most - 1)}`)).toEqual({})
  expect(await posted("a=1", { "content-length": String(most + 1) })).toEqual({})
})

test.each([["[1]"], ["null"], ["7"], ['"text"'], ["{"], [""]])(
  "JSON other than an object gives no fields: %j",
  async (body) => {
    expect(await posted(body, json)).toEqual({})
  },
)

test("a form and JSON give the same fields", async () => {
  expect(await posted("a=1&b=2")).toEqual({ a: "1", b: "2" })
  expect(await posted('{"a":"1","b":"2"}', json)).toEqual({ a: "1", b: "2" })
})

test("SEC-R7: a body without a length is read up to 64 KiB, and then cancelled", async () => {
  const chunk = new Uint8Array(16 * 1024).fill(97)
  let sent = 0
  let cancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      // Without the limit, the reader would wait for 200 MB.
      pull(controller) {
        if (sent >= 200 * 1024 * 1024) return controller.close()
        sent += chunk.length
        controller.enqueue(chunk)
      },
      cancel() {
        cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: "POST", body, duplex: "half" } as RequestInit
  expect(await readFields(new Request("https://app.example/", init))).toEqual({})
  expect(sent).toBeLessThanOrEqual(most + 2 * chunk.length)
  expect(cancelled).toBe(true)
})

test("SEC-R7: the limit counts bytes, not characters", async () => {
  expect(await posted(`a=${"\u20ac".repeat(most / 3)}`)).toEqual({})
})

test("SEC-S9: postedFields reads a form up to 64 KiB, and leaves the request to others", async () => {
  const post = (body: string) => new Request("https://app.example/", { method: "POST", body })
  const request = post("a=1")
  expect(await postedFields(request)).toEqual({ a: "1" })
  expect(await readFields(request)).toEqual({ a: "1" })
  expect(await postedFields(post(`a=${"x".repeat(most)}`))).toEqual({})
})
