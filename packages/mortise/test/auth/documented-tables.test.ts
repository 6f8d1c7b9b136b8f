import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { authOptionNames } from "../../src/auth/config/option-names.ts"
import { checkOptions } from "../../src/auth/config/settings.ts"
import type { Provider } from "../../src/auth/index.ts"
import { refusals } from "../../src/auth/routes/refusals.ts"
import { buildRoutes } from "../../src/auth/routes/route-table.ts"
import { toyWebAuthn } from "./support/toy-webauthn.ts"
import { secret } from "./support/world.ts"

/** The cells of the rows of all tables of a page, without backticks around them. */
const rowsOf = (page: string): string[][] =>
  [...readFileSync(join(root, "docs", page), "utf8").matchAll(/^\| (`.+) \|$/gm)].map(([, row = ""]) =>
    row.split(" | ").map((cell) => cell.replace(/^`([^`]+)`$/, "$1")),
  )

describe("docs/auth-options.md", () => {
  test("lists every option", () => {
    const { all, ...groups } = authOptionNames
    const inGroups = Object.entries(groups).flatMap(([group, names]) =>
      names.map((name) => `${group}.${name}`),
    )
    expect(rowsOf("auth-options.md").map(([name]) => name)).toEqual([...all, ...inGroups])
  })
})

describe("docs/auth-routes.md", () => {
  const rows = rowsOf("auth-routes.md")

  test("lists every reason for a refusal, its status and its sentence for the user", () => {
    const told = rows.filter(([reason = ""]) => /^[a-z]+(_[a-z]+)*$/.test(reason))
    const expected = Object.entries(refusals).map(([reason, [status, text]]) => [
      reason,
      String(status),
      text,
    ])
    expect(told).toEqual(expected)
  })

  test("lists every route", () => {
    const client = { id: "any", type: "oidc", issuer: "https://any.example", clientId: "app" } as const
    const provider: Provider = { ...client, logout: ["rp_initiated", "back_channel"] }
    const settings = checkOptions({
      secret,
      origin: "https://app.example",
      email: { sendLink: () => {} },
      providers: [provider],
      passkeys: { name: "App", webauthn: toyWebAuthn },
    })
    const served = [...buildRoutes(settings)].flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} /auth/${path.replace("*", "<provider>")}`),
    )
    const listed = rows.flatMap(([route = ""]) => (/^(GET|POST) /.test(route) ? [route] : []))
    expect(listed.sort()).toEqual(served.sort())
  })
})
