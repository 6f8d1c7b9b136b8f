import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { type ConsumerProject, consumerProject } from "../../../../workshop/src/runtimes/consumer-project.ts"
import { bundlerFile } from "../../bundlers/install.ts"
import { run } from "../../house/support/run.ts"

const ofOrms = fileURLToPath(new URL("../../orms/node_modules", import.meta.url))

/** A project with Mortise that has these packages, as npm would install them. */
export function existingProject(
  packages: readonly string[],
  write: (folder: string) => void,
): ConsumerProject {
  const project = consumerProject()
  write(project.folder)
  for (const name of packages) install(project.folder, name)
  return project
}

/** Links a package with its programs, and adds it to package.json, as npm does. */
function install(folder: string, request: string): void {
  const name = request.replace(/(?<=.)@.*/, "")
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const dependencies = { [name]: "*", ...manifest.dependencies }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }))
  link(folder, name)
}

function link(folder: string, name: string): void {
  const target = join(folder, "node_modules", name)
  const places = [bundlerFile(name), join(ofOrms, name), join(root, "node_modules", name)]
  if (!existsSync(target)) {
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(places.find(existsSync) ?? "absent", target)
  }
  const { bin = {} } = JSON.parse(readFileSync(join(target, "package.json"), "utf8"))
  const programs = typeof bin === "string" ? { [name]: bin } : bin
  for (const [program, path] of Object.entries(programs)) {
    const file = join(folder, "node_modules/.bin", program)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `#!/bin/sh\nexec node "${join(target, String(path))}" "$@"\n`)
    chmodSync(file, 0o755)
  }
}

type Line = { readonly file: string; readonly below: string; readonly text: string }

/** Adds a line where `init` says. The modules of the tests have their imports first. */
function addLine(folder: string, { file, below, text }: Line): void {
  const path = join(folder, file)
  const before = readFileSync(path, "utf8")
  expect(before).toContain(below)
  const start = before.indexOf("\n", before.indexOf(below)) + 1
  writeFileSync(
    path,
    below === "" ? `${text}\n${before}` : `${before.slice(0, start)}${text}\n${before.slice(start)}`,
  )
}

/** Follows what `init` prints, in its order, and returns the text of the page at its end. */
export async function walk({ folder }: ConsumerProject, routes: string): Promise<string> {
  for (const name of ["mortise", "jiti"]) link(folder, name)
  const bin = join(folder, "node_modules/.bin")
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, NEXT_TELEMETRY_DISABLED: "1" }
  // As vitest sets it, the files with the variables would not be read.
  Reflect.deleteProperty(env, "NODE_ENV")
  const shell = (command: string) => run("/bin/sh", ["-c", `unset NODE_ENV; ${command}`], folder, env)
  const { first, lines, next, notes } = JSON.parse(shell("mortise init --yes --json"))
  expect(first).toEqual([])
  for (const line of lines) addLine(folder, line)
  const [installation, ...commands] = next.map((command: string) => command.replaceAll(/\bnpx /g, ""))
  for (const part of installation.split(" && "))
    for (const name of part.split(" ").filter((word: string) => !/^(npm|install|--.*)$/.test(word)))
      install(folder, name)
  const start = commands.pop()
  for (const command of commands) shell(command)
  const [, url = ""] = /^Open (\S+?),/m.exec(notes.join("\n")) ?? []
  expect(url).toMatch(/^http:/)
  const server = spawn("/bin/sh", ["-c", start], { cwd: folder, env, detached: true })
  let printed = ""
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk) => {
      printed += chunk
    })
  const ended = once(server, "close")
  try {
    while (!(await responds(url))) {
      if (server.exitCode !== null) throw new Error(`${start} ended with ${server.exitCode}:\n${printed}`)
      await sleep(100)
    }
    return await signIn(url, routes, () => printed)
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${printed}`)
  } finally {
    process.kill(-(server.pid ?? 0), "SIGKILL")
    await ended
  }
}

// Next.js never answers a request that arrives while it starts.
const responds = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(20_000) }).then(
    () => true,
    () => false,
  )

/** Signs in by the printed link, and returns the page to which it leads. */
async function signIn(url: string, routes: string, printed: () => string): Promise<string> {
  const { origin } = new URL(url)
  expect((await fetch(url)).status).toBe(200)
  const csrf = await fetch(`${origin}${routes}/csrf`)
  // SvelteKit compares origins instead, and Auth.js has no token there.
  const { csrfToken } = JSON.parse((await csrf.text()) || '{ "csrfToken": "" }')
  const fields = { csrfToken, email: "grace@example.com", callbackUrl: url }
  await fetch(`${origin}${routes}/signin/email`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin, cookie: cookiesOf(csrf) },
    redirect: "manual",
  })
  while (!/Mail to grace@example\.com: \S+/.test(printed())) await sleep(20)
  const link = /Mail to grace@example\.com: (\S+)/.exec(printed())?.[1] ?? ""
  const entered = await fetch(link, { redirect: "manual" })
  expect(entered.headers.get("location")).toBe(url)
  const page = await fetch(url, { headers: { cookie: cookiesOf(entered) } })
  return page.text()
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
