import { expect, test } from "vitest"
import { createAddressWarning } from "../../src/auth/email/mail-limit.ts"
import { findClientAddress, noteClientAddress, singleAddress } from "../../src/auth/http/client-address.ts"

const development = "http://localhost:3000"
const production = "https://app.example"

/** The warnings about two equal requests, in which a framework reports an address. */
function warningsFor(
  origin: string,
  address: string | undefined,
  headers: Record<string, string> = {},
  hasClientAddress = false,
): string[] {
  const warnings: string[] = []
  const check = createAddressWarning({ origin, hasClientAddress, warn: (text) => void warnings.push(text) })
  for (let nth = 0; nth < 2; nth++) {
    const request = new Request(origin, { headers })
    noteClientAddress(request, address)
    check(request, hasClientAddress ? address : findClientAddress(request))
  }
  return warnings
}

const unknown = [expect.stringMatching(/address of clients is not known.*clientAddress.*"trust proxy", 1/)]
const counted = [expect.stringMatching(/a proxy forwards.*everybody's.*clientAddress.*"trust proxy", 1/)]

test("SEC-T5: an unknown address is a warning, except in a developer's own browser", () => {
  expect(warningsFor(development, "127.0.0.1")).toEqual([])
  expect(warningsFor(development, undefined), "a framework without addresses").toEqual(unknown)
  expect(warningsFor(development, "::1", { "x-forwarded-for": "203.0.113.7" })).toEqual(unknown)
  expect(warningsFor(production, "10.0.0.1")).toEqual(unknown)
  expect(warningsFor(production, undefined, {}, true), "clientAddress finds none").toEqual(unknown)
})

test("SEC-T5: the public address of a proxy is noticed by the header that it adds", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.7, 198.51.100.2" }
  for (const origin of [development, production]) {
    expect(warningsFor(origin, "192.0.2.1", forwarded)).toEqual(counted)
    expect(warningsFor(origin, "192.0.2.1", { forwarded: "for=203.0.113.7" })).toEqual(counted)
    expect(warningsFor(origin, "203.0.113.7", forwarded), "the framework trusts the proxy").toEqual([])
    expect(warningsFor(origin, "192.0.2.1", forwarded, true), "clientAddress decides").toEqual([])
    expect(warningsFor(origin, "192.0.2.1")).toEqual([])
  }
})

test("SEC-T5: only an address is one, with or without a port", () => {
  const addresses = [
    "203.0.113.7",
    "203.0.113.7:4711",
    "2001:db8::1",
    "[2001:db8::1]:4711",
    "fe80::1%eth0",
    "::",
  ]
  for (const address of addresses) {
    expect(singleAddress(address)).toBe(address)
    expect(singleAddress(` ${address}\t`), "an entry of a list").toBe(address)
  }
  const others = [
    ...["203.0.113.7, 198.51.100.2", "203.0.113.7 198.51.100.2", "for=203.0.113.7:4711;proto=https"],
    ...[
      '"[2001:db8::1]:4711"',
      "unknown",
      "_gazonk",
      "203.0.113.7:4711:4712",
      "cafe",
      "",
      " ",
      `${":1".repeat(9000)}x`,
    ],
  ]
  for (const text of others) expect(singleAddress(text), text).toBeUndefined()
  expect(singleAddress(undefined)).toBeUndefined()
})
