import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { createServiceKey } from "../../src/http/server.ts"
import { launchChromium, stayLocal } from "../authjs/harness/chromium.ts"
import { run } from "../house/support/run.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { openExample, runExample } from "./example-project.ts"

// Ends a hang; it does not measure speed.
const patience = 300_000
const to = "ada@example.com"
const secret = crypto.randomUUID() + crypto.randomUUID()

let chromium: Browser
beforeAll(async () => {
  chromium = await launchChromium()
}, patience)
afterAll(() => chromium?.close())

async function openPage(port: number): Promise<Page> {
  const baseURL = `http://localhost:${port}`
  const context = await chromium.newContext({ baseURL })
  onTestFinished(() => context.close())
  await stayLocal(context, (url) => url.startsWith(baseURL))
  return context.newPage()
}

/** Wrangler marks warnings with this sign. */
const warning = /▲|WARNING/

describe("Auth.js on D1", { timeout: patience }, () => {
  const example = openForTests(() => openExample("worker-d1"), patience)

  test("compiles, and wrangler builds it without a warning", () => {
    example.compile()
    expect(example.wrangler("deploy", "--dry-run", "--outdir", "out")).not.toMatch(warning)
  })

  test("the migration has the tables that the command line generates", () => {
    const cli = example.file("node_modules/mortise/dist/cli/main.js")
    const tables = run(process.execPath, [cli, "generate", "sql", "--engine", "sqlite"], example.file("."))
    expect(readFileSync(example.file("migrations/0001_auth.sql"), "utf8")).toBe(tables)
  })

  test("signs in through Chromium with a mailed link, and signs out", async () => {
    example.write(".dev.vars", `AUTH_SECRET=${secret}\n`)
    expect(example.wrangler("d1", "migrations", "apply", "DB")).toContain("0001_auth.sql")
    const port = await freePort()
    const worker = { name: "worker-d1", config: "wrangler.jsonc", built: "out/worker.js" }
    const { simulator, mailedLink } = await runExample(example, [worker], port)
    onTestFinished(() => simulator.dispose())
    const page = await openPage(port)
    await page.goto("/")
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByLabel("Email").fill(to)
    await page.getByRole("button", { name: "Sign in with Email" }).click()
    await page.getByText("Check your email").waitFor()
    await page.goto(await mailedLink(to))
    await page.getByText(`Hello ${to}`).waitFor()
    const rows = JSON.parse(
      example.wrangler("d1", "execute", "DB", "--json", "--command", "SELECT email FROM users"),
    )
    expect(rows).toMatchObject([{ results: [{ email: to }] }])
    await page.getByRole("link", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("link", { name: "Sign in" }).waitFor()
    await page.goto(await mailedLink(to))
    await page.goto("/")
    await page.getByRole("link", { name: "Sign in" }).waitFor()
  })
})

describe("mortise/auth in a Durable Object", { timeout: patience }, () => {
  const example = openForTests(() => openExample("worker-durable-object"), patience)

  test("compiles, and wrangler builds both workers without a warning", () => {
    example.compile()
    expect(example.wrangler("deploy", "--dry-run", "--outdir", "out")).not.toMatch(warning)
    const reader = ["--outdir", "out-reader", "--config", "wrangler.reader.jsonc"]
    expect(example.wrangler("deploy", "--dry-run", ...reader)).not.toMatch(warning)
  })

  test("signs in through Chromium with a mailed link; another worker reads the store", async () => {
    const port = await freePort()
    const { key, record } = await createServiceKey({ id: "reader", permissions: ["reads"] })
    const origin = `http://localhost:${port}`
    const variables = { AUTH_SECRET: secret, ORIGIN: origin, KEY_HASH: record.hash, KEY: key }
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    example.write(".dev.vars", lines.join(""))
    const { simulator, mailedLink } = await runExample(
      example,
      [
        { name: "worker-durable-object", config: "wrangler.jsonc", built: "out/worker.js" },
        { name: "worker-reader", config: "wrangler.reader.jsonc", built: "out-reader/reader.js" },
      ],
      port,
    )
    onTestFinished(() => simulator.dispose())
    const reader = await simulator.getWorker("worker-reader")
    const read = async () => (await reader.fetch(`http://reader.example/?email=${to}`)).json()
    expect(await read()).toEqual({ isUser: false })

    const page = await openPage(port)
    await page.goto("/")
    await page.getByLabel("Email").fill(to)
    await page.getByRole("button", { name: "Send me a link" }).click()
    await page.getByRole("heading", { name: "Check your mailbox" }).waitFor()
    await page.goto(await mailedLink(to))
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByText(`Hello ${to}`).waitFor()
    expect(await read()).toEqual({ isUser: true })
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Email").waitFor()

    const store = await fetch(`${origin}/store/v1/getUserByEmail`, { method: "POST" })
    expect(store.status, "the store is not on the internet").toBe(404)
  })
})
