import { request } from "node:http"
import { expect, test } from "vitest"
import { startPlayground } from "../../../../playground/server/start-playground.ts"
import { openForTests } from "../support/open-for-tests.ts"

const playground = openForTests(() => startPlayground({ port: 0 }))

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly host?: string }

/** Sends a request with any headers, which `fetch` would not. */
function send(path: string, { method = "GET", headers = {}, host = "127.0.0.1" }: Sent = {}) {
  const { port } = new URL(playground.origin)
  return new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    const sent = request({ host, port, path, method, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, location: response.headers.location })
      response.destroy()
    })
    sent.on("error", reject)
    sent.end()
  })
}

const own = () => new URL(playground.origin).host

test("every response has a strict policy, and the page loads scripts and styles from here only", async () => {
  for (const path of ["/", "/assets/page.js", "/assets/page.css", "/app/mortise/session", "/nothing"]) {
    const response = await fetch(playground.origin + path)
    expect(response.headers.get("content-security-policy"), path).toContain(
      "default-src 'none'; script-src 'self';",
    )
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(response.headers.get("cache-control")).toContain("no-store")
    expect(response.headers.has("access-control-allow-origin")).toBe(false)
  }
  const html = await (await fetch(playground.origin)).text()
  expect(html).toContain('<script type="module" src="/assets/page.js"></script>')
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=/)
})

test("a foreign Host is refused on every path, as after DNS rebinding", async () => {
  for (const path of ["/", "/api/events", "/app/authjs/session", "/inbox/m1"])
    for (const host of ["evil.example", `evil.example:${new URL(playground.origin).port}`, "localhost"])
      expect((await send(path, { headers: { host } })).status, `${host} ${path}`).toBe(421)
  expect((await send("/api/events", { headers: { host: own() } })).status).toBe(200)
})

test("the address of the loopback interface leads to localhost, to which passkeys belong", async () => {
  const { port } = new URL(playground.origin)
  const answer = await send("/", { headers: { host: `127.0.0.1:${port}` } })
  expect(answer).toEqual({ status: 307, location: `${playground.origin}/` })
  expect((await send("/api/events", { headers: { host: `127.0.0.1:${port}` } })).status).toBe(421)
})

test("a POST without the Origin of the playground is refused, as a form of another site would send it", async () => {
  const foreign = [{}, { origin: "null" }, { origin: "https://evil.example" }, { origin: "http://localhost" }]
  for (const path of ["/api/store", "/api/outage", "/app/mortise/email", "/app/authjs/signin/nodemailer"])
    for (const headers of foreign)
      expect(
        (await send(path, { method: "POST", headers: { host: own(), ...headers } })).status,
        `${path} ${JSON.stringify(headers)}`,
      ).toBe(403)
  const allowed = { host: own(), origin: playground.origin }
  expect((await send("/api/unknown", { method: "POST", headers: allowed })).status).toBe(400)
})

test("other methods and large bodies are refused", async () => {
  const headers = { host: own(), origin: playground.origin }
  for (const method of ["PUT", "DELETE", "OPTIONS"])
    expect((await send("/api/store", { method, headers })).status).toBe(405)
  const large = { ...headers, "content-length": String(2 ** 21) }
  expect((await send("/api/store", { method: "POST", headers: large })).status).toBe(413)
})

test("a body that is not a JSON object is refused", async () => {
  for (const body of ["{", "null", "[]", ""]) {
    const sent = { method: "POST", headers: { origin: playground.origin }, body }
    expect((await fetch(`${playground.origin}/api/store`, sent)).status).toBe(400)
    expect((await fetch(`${playground.origin}/app/mortise/email`, sent)).status).toBe(400)
    expect((await fetch(`${playground.origin}/app/authjs/email`, sent)).status).toBe(400)
  }
})
