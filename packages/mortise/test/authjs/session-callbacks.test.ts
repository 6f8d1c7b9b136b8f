import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Auth, type AuthConfig } from "@auth/core"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { frameworks } from "../../src/cli/init/frameworks.ts"
import {
  date,
  defineSchema,
  type MortiseAdapter,
  MortiseError,
  sessionCallback,
  text,
} from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { documentedConfig } from "./documented-config.ts"
import { sharedProcess } from "./harness/shared-process.ts"

const pages = join(root, "docs/quickstart")
const fileBlock = /^```ts \S+\n([\s\S]*?)^```/gm

/** The modules that configure Auth.js: in its quickstarts, and those that `init` writes. */
const documented = [
  ...readdirSync(pages)
    .filter((page) => page !== "better-auth.md")
    .map((page) => ({
      name: `docs/quickstart/${page}`,
      modules: [...readFileSync(join(pages, page), "utf8").matchAll(fileBlock)].map(([, code = ""]) => code),
    })),
  ...Object.entries(frameworks).flatMap(([name, { files, newFiles, existing }]) => [
    { name: `init/${name}`, modules: Object.values({ ...files, ...newFiles }) },
    ...(existing
      ? [{ name: `init/${name}, existing`, modules: Object.values({ ...files, ...existing.files }) }]
      : []),
  ]),
]

/** What a browser that is signed in gets from the endpoint of the session. */
async function fetchSession(config: AuthConfig) {
  const adapter = config.adapter as MortiseAdapter
  const user = await adapter.createUser({ email: "ada@example.com", name: "Ada" })
  const expires = new Date(Date.now() + 3_600_000)
  const { sessionToken } = await adapter.createSession({
    sessionToken: randomUUID(),
    userId: user.id,
    expires,
  })
  const request = new Request("https://app.example/api/auth/session", {
    headers: { cookie: `__Secure-authjs.session-token=${sessionToken}` },
  })
  const settings = { basePath: "/api/auth", secret: "only for this test", trustHost: true, ...sharedProcess }
  const response = await Auth(request, { ...config, ...settings })
  return { user, expires: expires.toISOString(), shown: await response.json() }
}

const usual = { name: "Ada", email: "ada@example.com", image: null }

describe.each(documented)("$name", ({ name, modules }) => {
  test("SEC-S10: the session that a browser fetches has the named fields only", async () => {
    const [text = "", ...others] = modules.filter((code) => /\bcallbacks: \{/.test(code))
    expect(others).toEqual([])
    const config = await documentedConfig(name, text, "canary-of-the-secret")
    const { shown, expires } = await fetchSession(config)
    expect(shown).toEqual({ user: { ...usual, role: "member" }, expires })
  })
})

describe("sessionCallback", () => {
  const schema = defineSchema({
    user: {
      fields: {
        seat: text<"aisle" | "window">({ default: "aisle" }),
        born: date(),
        otp: text({ secret: true }),
      },
    },
  })
  const adapter = memoryAdapter({ schema })

  test("SEC-S10: shows the usual and the named fields of the user, dates as text", async () => {
    const session = sessionCallback(schema, ["id", "seat", "emailVerified"])
    const { user, expires, shown } = await fetchSession({ adapter, providers: [], callbacks: { session } })
    const named = { id: user.id, seat: "aisle", emailVerified: null }
    expect(shown).toEqual({ user: { ...usual, ...named }, expires })
    const born = new Date(0)
    expect(session({ session: { expires }, user: { ...user, emailVerified: born } }).user.emailVerified).toBe(
      born.toISOString(),
    )
  })

  test.each([
    ["otp", "secret"],
    ["sessionToken", "no field sessionToken"],
    ["toString", "no field toString"],
  ])("SEC-S10: refuses %s", (name, message) => {
    const create = () => sessionCallback(schema, [name as "seat"])
    expect(create).toThrow(MortiseError)
    expect(create).toThrow(message)
  })

  test("says what to do with the strategy jwt, where there is no user", () => {
    const session = sessionCallback(schema, ["seat"])
    expect(() => session({ session: { expires: "" } })).toThrow('set session.strategy to "database"')
  })
})
