import { spawn } from "node:child_process"
import { chmodSync, existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { cli } from "../../src/cli/cli.ts"
import { createAda, openDatabase, secrets } from "../cli/support/database.ts"
import { runCli, said, startServer } from "../cli/support/run-cli.ts"
import { temporaryTree } from "../support/temporary-tree.ts"

const place = (env: Readonly<Record<string, string>>) => ({ cwd: root, env })

/** Follows the link, and returns the headers of requests that change rows. */
async function signIn(link: string) {
  const { origin } = new URL(link)
  const opened = await fetch(link, { redirect: "manual" })
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  return { origin, headers: { cookie, origin, "content-type": "application/json" } }
}

describe("mortise studio", () => {
  test("SEC-L4 prints the link and one line for each change, and ends at Ctrl-C: exit 0", async () => {
    const database = await openDatabase()
    await createAda(database)
    const { url, child, end } = await startServer(["--port", "0", "--write"], place(database.env), "studio")
    const { origin, headers } = await signIn(url)
    const body = JSON.stringify({ userId: "ada", confirm: "ada@example.com" })
    for (const action of ["sign-out-everywhere", "suspend-user", "delete-user"])
      await fetch(`${origin}/api/${action}`, { method: "POST", headers, body })
    child.kill("SIGINT")
    const { code, stdout, stderr } = await end
    expect([code, stderr]).toEqual([0, ""])
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(lines).toMatchObject([
      { event: "listening" },
      { event: "change", at, action: "sign-out-everywhere", userId: "ada", outcome: "done", changed: 2 },
      { event: "change", at, action: "suspend-user", userId: "ada", outcome: "unsupported" },
      { event: "change", at, action: "delete-user", userId: "ada", outcome: "done", changed: 1 },
      { event: "stopped" },
    ])
    for (const secret of [...secrets, "ada@example.com"]) expect(stdout).not.toContain(secret)
    expect(await database.adapter.getUser("ada")).toBeNull()
  })

  test("a change in progress at Ctrl-C is finished and printed before the adapter is closed", async () => {
    const config = `
      import { memoryAdapter } from "${join(root, "packages/mortise/dist/stores/memory/memory-adapter.js")}"
      const store = memoryAdapter()
      await store.createUser({ id: "ada", email: "ada@example.com" })
      const deleteUser = async (id) => {
        console.log("deleting")
        await new Promise((resolve) => setTimeout(resolve, 500))
        return store.deleteUser(id)
      }
      export const adapter = { ...store, deleteUser }
      export const close = () => console.log("closed")`
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const { url, child, end } = await startServer(["--port", "0", "--write"], { cwd }, "studio")
    const { origin, headers } = await signIn(url)
    const body = JSON.stringify({ userId: "ada", confirm: "ada@example.com" })
    const working = said(child, "deleting")
    const answer = fetch(`${origin}/api/delete-user`, { method: "POST", headers, body })
    await working
    child.kill("SIGINT")
    expect((await answer).status).toBe(200)
    const { code, stdout } = await end
    expect(code).toBe(0)
    expect(stdout).toMatch(/deleting\n.*"outcome":"done".*\nclosed\n/)
  })

  test("is read-only without --write", async () => {
    const database = await openDatabase()
    await createAda(database)
    const { url, child, end } = await startServer(["--port", "0"], place(database.env), "studio")
    const { origin, headers } = await signIn(url)
    const answer = await fetch(`${origin}/api/sign-out-everywhere`, {
      method: "POST",
      headers,
      body: '{"userId":"ada"}',
    })
    expect(answer.status).toBe(403)
    child.kill("SIGTERM")
    expect((await end).code).toBe(0)
  })

  test("starts without tables, with a warning: the page lists the fixes", async () => {
    const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: "file::memory:" }
    const { child, end } = await startServer(["--port", "0"], place(env), "studio")
    child.kill("SIGINT")
    const { code, stderr } = await end
    expect(code).toBe(0)
    expect(stderr).toContain("Users cannot be read")
  })

  test("a database that does not answer: exit 1, without its password", async () => {
    const url = `postgres://ada:password-canary@127.0.0.1:${await freePort()}/auth`
    const env = { MORTISE_ADAPTER: "pg", MORTISE_DATABASE: url }
    const { code, stdout, stderr } = await runCli(["studio", "--port", "0"], place(env))
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^The database failed: No server accepts connections.*\(ECONNREFUSED\)\.\n$/)
    expect(stderr).not.toContain("inspect")
    expect(stderr).not.toContain("password-canary")
  })

  test("a store without tables whose rows cannot be read ends the command, even if its server answers", async () => {
    const config = `
      import { memoryAdapter } from "${join(root, "packages/mortise/dist/stores/memory/memory-adapter.js")}"
      const store = memoryAdapter()
      const mortise = Symbol.for("mortise")
      const upkeep = { ...store[mortise].upkeep, page: () => Promise.reject(new Error("unreadable")) }
      export const adapter = { ...store, [mortise]: { ...store[mortise], upkeep, checkServer: async () => [] } }`
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const started = startServer(["--port", "0"], { cwd }, "studio")
    // A studio that starts in spite of it must not outlive the test.
    onTestFinished(() =>
      started.then(
        ({ child }) => void child.kill(),
        () => {},
      ),
    )
    await expect(started).rejects.toThrow("The database failed")
  })

  test("a port in use: exit 4; another address, or a wrong port: exit 2; no configuration: exit 3", async () => {
    const server = createServer()
    const port = await new Promise<string>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve(String((server.address() as { port: number }).port))),
    )
    const memory = place({ MORTISE_ADAPTER: "memory" })
    const taken = await runCli(["studio", "--port", port], memory)
    server.close()
    expect([taken.code, taken.stderr]).toEqual([4, `Cannot listen on 127.0.0.1:${port}: EADDRINUSE.\n`])
    expect((await runCli(["studio", "--host", "0.0.0.0"], memory)).code).toBe(2)
    expect((await runCli(["studio", "--port", "70000"], memory)).code).toBe(2)
    expect((await runCli(["studio"], { cwd: temporaryTree({}) })).code).toBe(3)
  })
})

test("without --json, a change is one line, and an id cannot imitate another part of it", async () => {
  const printed = vi.spyOn(console, "log").mockImplementation(() => {})
  const env = { MORTISE_ADAPTER: "memory" }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const ended = cli(["studio", "--port", "0", "--write"])
  await vi.waitFor(() => expect(printed).toHaveBeenCalled(), 30_000)
  const link = /http:\S+/.exec(String(printed.mock.calls[0]))?.[0] ?? ""
  const { origin, headers } = await signIn(link)
  const body = JSON.stringify({ userId: "x changed=9\nforged" })
  await fetch(`${origin}/api/sign-out-everywhere`, { method: "POST", headers, body })
  process.emit("SIGINT")
  expect(await ended).toBe(0)
  const line = String(printed.mock.calls[1])
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  expect(line).toMatch(/^[\dT:.-]+Z sign-out-everywhere userId="x changed=9\\nforged" outcome=not_found$/)
})

describe.skipIf(process.platform !== "linux")("on a terminal", () => {
  /** Runs the studio on a pseudo-terminal with a browser that only writes its arguments, and presses Ctrl-C. */
  async function onTerminal(options: string, env: Readonly<Record<string, string>> = {}) {
    const tree = temporaryTree({ "xdg-open": `#!/bin/sh\necho "$@" > "${"$"}{0%/*}/opened"\n` })
    chmodSync(join(tree, "xdg-open"), 0o755)
    const program = `"${process.execPath}" "${join(root, "packages/mortise/dist/cli/main.js")}"`
    const child = spawn("script", ["-qec", `exec ${program} studio --port 0 ${options}`, "/dev/null"], {
      cwd: root,
      env: { PATH: `${tree}:${process.env["PATH"]}`, TERM: "xterm", MORTISE_ADAPTER: "memory", ...env },
      stdio: "pipe",
    })
    const file = join(tree, "opened")
    /** Waits until the browser has written, or for a moment in which it does not. */
    const opens = () =>
      options || env["CI"]
        ? sleep(500)
        : vi.waitUntil(() => existsSync(file) && readFileSync(file, "utf8"), 30_000)
    let output = ""
    child.stdout.on("data", (chunk) => {
      const wasOpen = output.includes("works once")
      output += chunk
      if (!wasOpen && output.includes("works once")) void opens().then(() => child.stdin.write("\u0003"))
    })
    const code = await new Promise((resolve) => child.on("close", resolve))
    return { code, output, opened: existsSync(file) ? readFileSync(file, "utf8").trim() : undefined }
  }

  test("a browser is opened with the link; not with --no-open and not in CI", async () => {
    const { code, output, opened } = await onTerminal("")
    expect(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}$/)
    expect(output.replace(/\s+/g, " ")).toContain(`Open ${opened} within five minutes`)
    expect([code, output.includes("The studio is closed.")]).toEqual([0, true])
    expect((await onTerminal("--no-open")).opened).toBeUndefined()
    expect((await onTerminal("", { CI: "true" })).opened).toBeUndefined()
  })
})
