/** What the quickstarts say about SIGTERM, on the pool that keeps a process running forever. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import type { ConsumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { run } from "../house/support/run.ts"
import { installBundlers } from "./install.ts"
import { documentedProject } from "./quickstart-project.ts"
import { quickstarts } from "./quickstarts.ts"
import { startServer } from "./start-server.ts"

const command = "node_modules/mortise/dist/cli/main.js"
let server: Server

beforeAll(async () => {
  await installBundlers()
  server = await openMariadb()
}, 300_000)
afterAll(() => server.close())

type Edit = (text: string, line: string) => string

/** What a person changes in the files of a page to follow its section on production. */
const edits: Readonly<Record<string, Readonly<Record<string, Edit>>>> = {
  "sveltekit.md": {
    "src/lib/server/adapter.ts": (text, line) =>
      text.replace(/^const client = .*$/m, (found) => `${found}\n\n${line}`),
  },
  "express.md": {
    "adapter.ts": (text) => text.replace("const client", "export const client"),
    "server.ts": (text, line) =>
      `import { client } from "./adapter.ts"\n${text.replace("app.listen(", "const server = app.listen(")}\n${line}\n`,
  },
  "hono.md": {
    "adapter.ts": (text) => text.replace("const client", "export const client"),
    "server.ts": (text, line) => `import { client } from "./adapter.ts"\n${text}\n${line}\n`,
  },
}

/** The application of a page with the adapter that `init` writes for the pool of MariaDB, and what the page adds. */
async function writeProject(page: string): Promise<ConsumerProject> {
  const text = readFileSync(join(root, "docs/quickstart", page), "utf8")
  const [, line = ""] = /`(process\.once\(.+?\))`/.exec(text) ?? []
  const usual = text.replace(/^## Another database\n[\s\S]*?(?=^## )/m, "")
  const project = documentedProject(usual.replace("mortise @libsql/client", "mortise mariadb"))
  const [adapter = ""] = Object.keys(edits[page] ?? {})
  const written = mkdtempSync(join(tmpdir(), "mortise-init-"))
  const framework = page.replace(".md", "")
  const main = join(project.folder, command)
  run(process.execPath, [main, "init", "--yes", "--framework", framework, "--client", "mariadb"], written)
  cpSync(join(written, adapter), join(project.folder, adapter))
  rmSync(written, { recursive: true })
  for (const [file, edit] of Object.entries(edits[page] ?? {})) {
    const before = readFileSync(join(project.folder, file), "utf8")
    const after = edit(before, line)
    expect(after).not.toBe(before)
    writeFileSync(join(project.folder, file), after)
  }
  const url = (await server.database()).replace(/^mysql:/, "mariadb:")
  const secret = crypto.randomUUID() + crypto.randomUUID()
  writeFileSync(join(project.folder, ".env"), `AUTH_SECRET=${secret}\nDATABASE_URL=${url}\n`)
  return project
}

const tested = quickstarts.filter(({ page }) => page in edits)

test.each(tested)(
  "what $page says ends a server with the pool of MariaDB at SIGTERM",
  async ({ page, build, authjs }) => {
    const project = await writeProject(page)
    const env = { NODE_ENV: "production" }
    const cwd = project.folder
    try {
      run(process.execPath, [command, "migrate"], cwd)
      run(process.execPath, build, cwd, env)
      const { origin, shutDown, stop } = await startServer(process.execPath, authjs.server, { cwd, env })
      try {
        const cookie = "authjs.session-token=absent"
        expect(await (await fetch(origin, { headers: { cookie } })).text()).toContain("Sign in")
        expect(await Promise.race([shutDown(), sleep(20_000, "It still runs.")])).toBe(0)
      } finally {
        await stop()
      }
    } finally {
      project.remove()
    }
  },
  300_000,
)
