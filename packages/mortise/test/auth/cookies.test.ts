import { describe, expect, test } from "vitest"
import { createCookies } from "../../src/auth/http/cookies.ts"

describe("cookies", () => {
  const cookies = createCookies("https://app.example")
  const carrying = (cookie: string) => ({ headers: new Headers({ cookie }) })

  test("are matched by their whole name", () => {
    const request = carrying(
      "a=1; \t__Host-mortise.session=one\t ; mortise.session=three; x__Host-mortise.session=four",
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

describe("SEC-R1: a cookie that a sibling host has set", () => {
  const cookies = createCookies("https://app.example")
  const carrying = (cookie: string) => ({ headers: new Headers({ cookie }) })

  test.each(["\u00a0", "\u0085", "\u000b", "\u000c", "\u00ad"])(
    "is not ours because its name starts with %j",
    (blank) => {
      const evil = `${blank}__Host-mortise.session=evil`
      expect(cookies.read(carrying(evil), "session")).toBeUndefined()
      const both = carrying(`${evil}; __Host-mortise.session=own${blank}`)
      expect(cookies.read(both, "session")).toBe(`own${blank}`)
      expect(cookies.isAmbiguous(both, "session")).toBe(false)
    },
  )

  test("makes ours ambiguous if it has the same name, or the name of a part", () => {
    const twice = carrying("__Host-mortise.session=own; __Host-mortise.session=evil")
    expect(cookies.read(twice, "session")).toBeUndefined()
    expect(cookies.readSeveral(twice, "session", () => true)).toEqual({
      values: ["own", "evil"],
      isAll: true,
    })
    expect(cookies.isAmbiguous(twice, "session")).toBe(true)
    const part = carrying("__Host-mortise.session=~1; __Host-mortise.session.1=a; __Host-mortise.session.1=b")
    expect(cookies.read(part, "session")).toBeUndefined()
    expect(cookies.isAmbiguous(part, "session")).toBe(true)
    expect(cookies.isAmbiguous(carrying("__Host-mortise.session=a; a=1; a=2"), "session")).toBe(false)
  })
})

test("SEC-D11: a shorter value deletes the parts that it does not need", () => {
  const cookies = createCookies("https://app.example")
  const long = cookies.set({ headers: new Headers() }, "session", "x".repeat(8000), 60)
  const cookie = long.map((line) => line.split(";")[0]).join("; ")
  const lines = cookies.set({ headers: new Headers({ cookie }) }, "session", "short", 60)
  expect(lines.map((line) => line.split("; ").slice(0, 2).join("; "))).toEqual([
    ...[1, 2, 3].map((part) => `__Host-mortise.session.${part}=; Max-Age=0`),
    "__Host-mortise.session=short; Max-Age=60",
  ])
})

test("SEC-D11: a cookie has at most three parts", () => {
  const cookies = createCookies("https://app.example")
  const request = { headers: new Headers() }
  expect(cookies.set(request, "session", "x".repeat(3 * 3800), 60)).toHaveLength(4)
  expect(() => cookies.set(request, "session", "x".repeat(3 * 3800 + 1), 60)).toThrow("session cookie")
})

describe("SEC-S1: a request with too many cookies of ours", () => {
  const cookies = createCookies("https://app.example")
  const carrying = (cookie: string) => ({ headers: new Headers({ cookie }) })
  const fill = (count: number) =>
    Array.from({ length: count }, (_, nth) => `__Host-mortise.x${nth}=1; `).join("")

  test("has no session, because a second session cookie may be among those that were not read", () => {
    const few = carrying(`__Host-mortise.session=evil; ${fill(63)}`)
    expect(cookies.read(few, "session")).toBe("evil")
    const many = carrying(`__Host-mortise.session=evil; ${fill(63)}__Host-mortise.session=own`)
    expect(cookies.read(many, "session")).toBeUndefined()
    expect(cookies.isAmbiguous(many, "session")).toBe(true)
    expect(cookies.names(many, ""), "the others are not read").toHaveLength(64)
    const { values } = cookies.readSeveral(many, "session", () => true)
    expect(values, "a sign-out finds both").toEqual(["evil", "own"])
  })

  test("has at most four values of one name: the first two and the last two", () => {
    const several = (text: string) =>
      cookies.readSeveral(
        carrying(text.replaceAll("#", "__Host-mortise.session=")),
        "session",
        (value) => value !== "no",
      )
    expect(several("#a; #no;#b\t; x#n; #a; #c; a=#n; #d;")).toEqual({
      values: ["a", "b", "c", "d"],
      isAll: true,
    })
    expect(several("#a; #b; #no; #c; #d; #no; #e; #f; #no")).toEqual({
      values: ["a", "b", "f", "e"],
      isAll: false,
    })
    expect(several("#a; #b; #c; #d; #e; #a; #b")).toEqual({ values: ["a", "b"], isAll: false })
  })

  test("is parsed again only if its header has changed", () => {
    const request = carrying("__Host-mortise.session=one")
    expect(cookies.read(request, "session")).toBe("one")
    request.headers.set("cookie", "__Host-mortise.session=two")
    expect(cookies.read(request, "session")).toBe("two")
  })

  test("a value that is longer than any of ours is not read", () => {
    const longest = "x".repeat(3800)
    expect(cookies.read(carrying(`__Host-mortise.code=${longest}`), "code")).toBe(longest)
    expect(cookies.read(carrying(`__Host-mortise.code=${longest}x`), "code")).toBeUndefined()
    const parts = `__Host-mortise.code=~1; __Host-mortise.code.1=${longest}x`
    expect(cookies.read(carrying(parts), "code")).toBeUndefined()
  })
})
