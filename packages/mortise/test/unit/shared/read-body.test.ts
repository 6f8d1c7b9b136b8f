import { describe, expect, test } from "vitest"
import { readBody } from "../../../src/shared/read-body.ts"

/** A request with a stream of 1 KiB chunks, and what happened to the stream. */
function streaming(chunks: number, headers: Record<string, string> = {}) {
  const seen = { pulled: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.pulled++ < chunks) controller.enqueue(new Uint8Array(1024))
        else controller.close()
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: "POST", body, headers, duplex: "half" }
  return { seen, request: new Request("https://data.example", init as RequestInit) }
}

describe("SEC-R7 a body is read up to a limit", () => {
  test("a body of exactly the limit is returned", async () => {
    const { request, seen } = streaming(4)
    expect(await readBody(request, 4096)).toHaveLength(4096)
    expect(seen.isCancelled).toBe(false)
  })

  test("a declared length of exactly the limit is accepted", async () => {
    const { request } = streaming(4, { "content-length": "4096" })
    expect(await readBody(request, 4096)).toHaveLength(4096)
  })

  test("a larger body without a content length is cancelled as soon as the limit is exceeded", async () => {
    const { request, seen } = streaming(1_000_000)
    expect(await readBody(request, 4095)).toBeUndefined()
    expect(seen).toEqual({ pulled: 4, isCancelled: true })
  })

  test.each(["4096", "1e9", "nonsense"])(
    "a content length of %s is refused without reading",
    async (length) => {
      const { request, seen } = streaming(1, { "content-length": length })
      expect(await readBody(request, 4095)).toBeUndefined()
      expect(seen).toEqual({ pulled: 0, isCancelled: true })
    },
  )

  test("a smaller content length is not trusted", async () => {
    const { request, seen } = streaming(1_000_000, { "content-length": "1" })
    expect(await readBody(request, 4095)).toBeUndefined()
    expect(seen.pulled).toBe(4)
  })

  test.each([{}, { "content-length": "8192" }])(
    "the rest of a larger body is dropped up to a limit of its own: %j",
    async (headers) => {
      const { request, seen } = streaming(8, headers)
      expect(await readBody(request, 4095, 4097)).toBeUndefined()
      expect(seen).toEqual({ pulled: 9, isCancelled: false })
      const larger = streaming(1_000_000, headers)
      expect(await readBody(larger.request, 4095, 4097)).toBeUndefined()
      expect(larger.seen).toEqual({ pulled: 9, isCancelled: true })
    },
  )

  test("a request without a body has no bytes", async () => {
    expect(await readBody(new Request("https://data.example"), 1)).toHaveLength(0)
  })
})
