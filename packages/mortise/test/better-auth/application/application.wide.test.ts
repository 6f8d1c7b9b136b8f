import { spawnSync } from "node:child_process"
import { createClient } from "@libsql/client"
import type { BetterAuthOptions } from "better-auth"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { drizzle as onLibsql } from "drizzle-orm/libsql"
import { drizzle as onPg } from "drizzle-orm/node-postgres"
import { Pool } from "pg"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { launchChromium } from "../../authjs/harness/chromium.ts"
import { newFile } from "../../support/databases.ts"
import { installBetterAuth } from "../install.ts"
import type { Engine } from "./drizzle-tables.ts"

let chromium: Browser
beforeAll(async () => {
  await installBetterAuth()
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

test("the application compiles", () => {
  const project = "packages/mortise/test/better-auth/application/tsconfig.json"
  const { stdout } = spawnSync("npx", ["tsc", "-p", project], { cwd: root, encoding: "utf8" })
  expect(stdout).toBe("")
}, 300_000)

/** Makes the tables, and returns Better Auth's Drizzle adapter and ours on them. */
async function bothAdapters(engine: Engine) {
  const { drizzleTables } = await import("./drizzle-tables.ts")
  const { plugins } = await import("./application.ts")
  const { statements, schema } = drizzleTables(engine, { plugins } as BetterAuthOptions)
  const db = engine === "pg" ? await pgDatabase(statements, schema) : await fileDatabase(statements, schema)
  return { theirs: drizzleAdapter(db, { provider: engine, schema }), ours: mortiseDatabase(db) }
}

async function pgDatabase(statements: readonly string[], schema: Record<string, unknown>) {
  const server = await openPostgres()
  const pool = new Pool({ connectionString: await server.database() })
  onTestFinished(async () => {
    await pool.end()
    await server.close()
  })
  await pool.query(statements.join(";"))
  return onPg(pool, { schema })
}

async function fileDatabase(statements: readonly string[], schema: Record<string, unknown>) {
  const client = createClient({ url: `file:${newFile()}` })
  onTestFinished(() => client.close())
  await client.executeMultiple(statements.join(";"))
  return onLibsql(client, { schema })
}

describe.each(["pg", "sqlite"] as const)(
  "an application with plugins in Chromium, on Drizzle and %s",
  (engine) => {
    test("people keep their sessions, passkeys, organizations and keys when the adapter changes, both ways", async () => {
      const { openApplication } = await import("./application.ts")
      const { theirs, ours } = await bothAdapters(engine)
      const app = await openApplication(chromium, theirs)

      const ada = await app.openTab()
      await ada.signInByLink("ada@example.com")
      expect(await ada.me()).toBe("ada@example.com")
      expect(await ada.press("Add passkey", "laptop")).toMatchObject({ data: { name: "laptop" } })
      expect(await ada.press("Create organization", "engine")).toMatchObject({ data: { slug: "engine" } })
      const first = (await ada.press("Create key", "first")).data as { key: string }

      app.switchTo(ours)
      expect(await ada.me(), "the session of the other adapter").toBe("ada@example.com")
      expect(await app.verifyKey(first.key)).toBe(true)
      const second = (await ada.press("Create key", "second")).data as { key: string }
      const invited = (await ada.press("Invite", "grace@example.com")).data as { id: string }
      await ada.forgetCookies()
      expect(await ada.me()).toBeNull()
      expect(await ada.press("Sign in with passkey"), "the passkey of the other adapter").toMatchObject({
        data: { user: { email: "ada@example.com" } },
      })
      const grace = await app.openTab()
      await grace.signInByLink("grace@example.com")
      expect(await grace.press("Accept invitation", invited.id)).toMatchObject({ error: null })
      expect(await grace.press("Add passkey", "phone")).toMatchObject({ data: { name: "phone" } })

      app.switchTo(theirs)
      expect(await grace.me(), "the session of our adapter").toBe("grace@example.com")
      expect(await grace.press("List organizations")).toMatchObject({ data: [{ slug: "engine" }] })
      expect(await app.verifyKey(second.key)).toBe(true)
      await grace.press("Sign out")
      expect(await grace.me()).toBeNull()
      expect(await grace.press("Sign in with passkey"), "the passkey of our adapter").toMatchObject({
        data: { user: { email: "grace@example.com" } },
      })
      expect(await ada.press("List keys")).toMatchObject({ error: null })
    }, 180_000)
  },
)
