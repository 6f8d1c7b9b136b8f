import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { printMail } from "../../../src/index.ts"

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.stubEnv("NODE_ENV", "development")
  vi.stubEnv("AUTH_URL", undefined)
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const mail = (url: string) => ({ identifier: "ada@example.com", url })

test("prints what Auth.js and mortise/auth pass", () => {
  printMail(mail("http://localhost:3000/callback"))
  printMail({ to: "ada@example.com", link: "https://app.example/link" })
  printMail({ to: "ada@example.com", code: "123456" })
  expect(lines).toEqual([
    "Mail to ada@example.com: http://localhost:3000/callback",
    "Mail to ada@example.com: https://app.example/link",
    "Mail to ada@example.com: 123456",
  ])
})

test.each([
  mail("http://localhost:3000/callback"),
  { to: "ada@example.com", link: "http://localhost:3000/" },
  { to: "ada@example.com", code: "123456" },
])("SEC-T9: refuses %j in production, and names what to replace", (message) => {
  vi.stubEnv("NODE_ENV", "production")
  expect(() => printMail(message)).toThrow(/NODE_ENV=production: replace printMail in your configuration/)
  expect(lines).toEqual([])
})

test("SEC-T9: control characters of an address do not reach the terminal", () => {
  printMail({ ...mail("http://localhost:3000/"), identifier: "\u001b[2J\r\nada@example.com\u202e" })
  expect(lines).toEqual(["Mail to \\u001b[2J\\u000d\\u000aada@example.com\\u202e: http://localhost:3000/"])
})

test.each(["http://evil.example/x", "http://localhost.evil.example/", "http://localhost@evil.example/"])(
  "SEC-T6: without AUTH_URL, %s is not printed",
  (url) => {
    expect(() => printMail(mail(url))).toThrow(/Set AUTH_URL/)
    expect(lines).toEqual([])
  },
)

test("SEC-T6: with AUTH_URL, only links to its host and to this machine are printed", () => {
  vi.stubEnv("AUTH_URL", "https://app.example/auth")
  printMail(mail("https://app.example/callback"))
  expect(() => printMail(mail("https://evil.example/callback"))).toThrow(/Set AUTH_URL/)
  expect(lines).toHaveLength(1)
})
