import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { inFullRun } from "../../../workshop/src/tests/tier.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { passkeyPort } from "../authjs/harness/passkey-device.ts"
import { run } from "../house/support/run.ts"
import { bundlerFile, installBundlers } from "./install.ts"
import { documentedProject } from "./quickstart-project.ts"
import { startServer } from "./start-server.ts"

const slow = 600_000
const page = readFileSync(join(root, "docs/auth-start.md"), "utf8")
const sectionOf = (title: string) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ""

const env = {
  AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID(),
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_ENV: "production",
}
const next = bundlerFile("next/dist/bin/next")

type Application = {
  /** The title of the section. */
  readonly title: string
  /** Arguments of Node. */
  readonly build: readonly string[]
  readonly server: readonly string[]
  /** The files that are not part of the page. */
  readonly files: readonly string[]
}

const hono: Application = {
  title: "Hono",
  build: [bundlerFile("esbuild/bin/esbuild"), "page.ts", "--bundle", "--outfile=page.js"],
  server: ["server.ts"],
  files: ["adapter.ts", "auth.ts"],
}

const nextjs: Application = {
  title: "Next.js",
  build: [next, "build"],
  server: [next, "start"],
  files: ["adapter.ts", "auth.ts", "app/auth/[...route]/route.ts"],
}

let chromium: Browser
let node: string
beforeAll(async () => {
  chromium = await launchChromium()
  await installBundlers()
  node = (await runtime("node-24")).command
}, slow)
afterAll(() => chromium.close())

// The production build of Next.js takes a while.
describe.each([hono, ...inFullRun([nextjs])])(
  "the application in $title",
  ({ title, build, server, files }) => {
    const section = sectionOf(title)

    test("has ten lines besides the imports and the page", () => {
      const blocks = files.map((file) => section.split(`\`\`\`ts ${file}\n`)[1]?.split("```")[0] ?? "")
      const lines = blocks
        .join("\n")
        .split("\n")
        .filter((line) => line.trim() !== "" && !/^import /.test(line))
      // In Hono, one line of the server connects the routes.
      const connected = section.match(/^app\.all\("\/auth\/\*", routes\)$/gm) ?? []
      expect(lines.length + connected.length).toBe(10)
    })

    test(
      "signs in with a link and with a passkey",
      async () => {
        const project = documentedProject(section)
        const runNode = (...args: readonly string[]) => run(node, args, project.folder, env)
        runNode("node_modules/mortise/dist/cli/main.js", "migrate", "--config", "adapter.ts")
        runNode(...build)
        const { origin, printed, stop } = await startServer(node, server, { cwd: project.folder, env })
        const context = await chromium.newContext({ baseURL: origin })
        try {
          const tab = await context.newPage()
          await passkeyPort(context, tab)
          await signInWithLink(tab, printed)
          await addPasskey(tab)
          await tab.getByRole("button", { name: "Sign out" }).click()
          await clickWhenReady(tab, "Sign in with a passkey")
          await tab.getByText("Hello ada@example.com").waitFor()
        } finally {
          await context.close()
          await stop()
          project.remove()
        }
      },
      slow,
    )
  },
)

async function signInWithLink(tab: Page, printed: () => string): Promise<void> {
  await tab.goto("/")
  await tab.getByLabel("Email").fill("ada@example.com")
  await tab.getByRole("button", { name: "Send me a link" }).click()
  await tab.getByRole("heading", { name: "Check your mailbox" }).waitFor()
  await tab.goto(/Mail to ada@example\.com: (\S+)/.exec(printed())?.[1] ?? "")
  await tab.getByRole("button", { name: "Sign in" }).click()
  await tab.getByText("Hello ada@example.com").waitFor()
}

async function addPasskey(tab: Page): Promise<void> {
  const added = tab.waitForResponse(
    (response) => new URL(response.url()).pathname === "/auth/passkeys/register",
  )
  await clickWhenReady(tab, "Add a passkey")
  expect((await added).status()).toBe(200)
  await tab.getByText("Your passkey was added").waitFor()
}

/** A button of React does nothing until its script has loaded. */
async function clickWhenReady(tab: Page, name: string): Promise<void> {
  const button = tab.getByRole("button", { name })
  await button.waitFor()
  await tab.waitForLoadState("networkidle")
  await button.click()
}
