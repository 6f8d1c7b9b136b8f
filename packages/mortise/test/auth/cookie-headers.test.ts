import { expect, test } from "vitest"
import { cookieHeaders } from "../../src/auth/index.ts"

test("each cookie has its own set-cookie header, in order", () => {
  const headers = cookieHeaders(["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "b=2"])
  expect(headers.getSetCookie()).toEqual(["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "b=2"])
})

test("the headers in init stay, including cookies, and the caller's object is not changed", () => {
  const init = new Headers({ location: "/", "set-cookie": "theme=dark" })
  const headers = cookieHeaders(["a=1"], init)
  expect(headers.get("location")).toBe("/")
  expect(headers.getSetCookie()).toEqual(["theme=dark", "a=1"])
  expect(init.getSetCookie()).toEqual(["theme=dark"])
})

test("no cookies give no set-cookie header", () => {
  expect([...cookieHeaders([], { "cache-control": "no-store" })]).toEqual([["cache-control", "no-store"]])
})
