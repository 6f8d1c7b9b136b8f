import { createServer, type ServerResponse } from "node:http"
import { describe, expect, test } from "vitest"
import { sendResponse } from "../../src/auth/node/index.ts"
import { portOf } from "./support/port-of.ts"

const KIB = 1024

describe("the response", () => {
  async function sent(response: Response) {
    const port = await portOf(createServer((_message, outgoing) => void sendResponse(response, outgoing)))
    return fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" })
  }

  test("has the status, the headers, each cookie in its own header, and the body", async () => {
    const headers = new Headers({ location: "/", "content-type": "text/plain" })
    for (const cookie of ["a=1; Path=/", "b=2"]) headers.append("set-cookie", cookie)
    const answer = await sent(new Response("moved", { status: 303, headers }))
    expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([303, "/", "moved"])
    expect(answer.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"])
  })

  test("may be empty", async () => {
    expect(await (await sent(new Response(null, { status: 204 }))).text()).toBe("")
  })

  test("is written no faster than the client reads, and not after the client is gone", async () => {
    let pulled = 0
    let cancelled = () => {}
    const end = new Promise<void>((resolve) => {
      cancelled = resolve
    })
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * KIB).fill(++pulled)),
      cancel: () => cancelled(),
    })
    const answer = await sent(new Response(body))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(pulled * 64 * KIB).toBeLessThan(50 * KIB * KIB)
    await answer.body?.cancel()
    await end
  })

  test("is broken off if its body fails", async () => {
    const chunks = [new Uint8Array(8)]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.pop()
        if (chunk) controller.enqueue(chunk)
        else controller.error(new Error("the source failed"))
      },
    })
    const failures: unknown[] = []
    const listener = (_message: unknown, outgoing: ServerResponse) =>
      sendResponse(new Response(body), outgoing).catch((error) => void failures.push(error))
    const port = await portOf(createServer((message, outgoing) => void listener(message, outgoing)))
    await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow()
    expect(failures).toEqual([expect.objectContaining({ message: "the source failed" })])
  })
})
