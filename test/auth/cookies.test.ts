import { describe, expect, test } from "vitest"
import { createCookies } from "../../src/auth/http/cookies.ts"

describe("cookies", () => {
  const cookies = createCookies("https://app.example")
  const carrying = (cookie: string) => ({ headers: new Headers({ cookie }) })

  test("are matched by their whole name, and the first of a name is used", () => {
    const request = carrying(
      "a=1; __Host-mortise.session=one; __Host-mortise.session=two; mortise.session=three; x__Host-mortise.session=four",
    )
    expect(cookies.read(request, "session")).toBe("one")
    expect(cookies.read(carrying("mortise.session=three"), "session")).toBeUndefined()
    expect(cookies.read(carrying(""), "session")).toBeUndefined()
  })

  test("in parts are read only if all parts are present", () => {
    const lines = cookies.set(carrying(""), "session", "x".repeat(8000), 60)
    const header = lines.map((line) => line.split(";")[0]).join("; ")
    expect(cookies.read(carrying(header), "session")).toBe("x".repeat(8000))
    expect(
      cookies.read(carrying(header.replace(/__Host-mortise\.session\.2=x+/, "")), "session"),
    ).toBeUndefined()
    expect(cookies.clear(carrying(header), "session")).toHaveLength(4)
  })
})

test("SEC-D11: a cookie has three parts at the most", () => {
  const cookies = createCookies("https://app.example")
  const request = { headers: new Headers() }
  expect(cookies.set(request, "session", "x".repeat(3 * 3800), 60)).toHaveLength(4)
  expect(() => cookies.set(request, "session", "x".repeat(3 * 3800 + 1), 60)).toThrow("session cookie")
})
