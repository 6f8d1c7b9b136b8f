import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { command, openStream } from "./support.ts"

/** Starts the playground as a person does, with a temporary folder of its own. */
async function start(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "playground-test-"))
  const child = spawn(process.execPath, ["scripts/start.mjs", ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder },
  })
  onTestFinished(async () => {
    child.kill("SIGKILL")
    await rm(folder, { recursive: true, force: true })
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk
    })
  const exited = once(child, "exit")
  while (!/Open \S+/.test(output) && child.exitCode === null)
    await Promise.race([once(child.stdout, "data"), exited])
  return {
    child,
    exited,
    output: () => output,
    origin: /Open (\S+)/.exec(output)?.[1] ?? "",
    files: async () => (await readdir(folder)).filter((name) => name.startsWith("mortise-playground-")),
  }
}

test("npm start prints one URL, on the next port if the first is taken; a signal deletes all data", async () => {
  const port = await freePort()
  const other = createServer().listen(port, "127.0.0.1")
  onTestFinished(() => void other.close())
  await once(other, "listening")
  const playground = await start("--port", String(port))
  expect(playground.output().trim().split("\n")).toHaveLength(1)
  expect(Number(new URL(playground.origin).port)).toBeGreaterThan(port)
  const page = await fetch(playground.origin)
  expect(await page.text()).toContain("<title>Mortise playground</title>")
  expect(await playground.files()).toHaveLength(1)

  // A running experiment and an open page must not delay the end.
  const stream = await openStream(playground.origin)
  await command(playground.origin, "experiment", { experiment: "race" })
  await stream.next("experiment")
  expect(await command(playground.origin, "experiment", { experiment: "clock" })).toEqual({
    ok: false,
    message: "Another experiment is running: wait for its result.",
  })
  playground.child.kill("SIGTERM")
  expect(await playground.exited).toEqual([0, null])
  expect(await playground.files()).toEqual([])
  await expect(fetch(playground.origin)).rejects.toThrow()
})

test("an invalid option is an error that names the help", async () => {
  const playground = await start("--port", "many")
  expect(await playground.exited).toEqual([1, null])
  expect(playground.output()).toContain("--port must be a whole number from 0 to 65535.")
  expect(playground.output()).toContain("npm start -- --help")
})
