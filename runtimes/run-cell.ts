import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, parse } from "node:path"
import { fileURLToPath } from "node:url"
import { stripVTControlCharacters } from "node:util"
import { installSimulator, startSimulator, wrangler } from "../packages/workshop/src/edge/simulator.ts"
import { type RuntimeName as ProcessName, runtime } from "../packages/workshop/src/runtimes/runtimes.ts"
import type { Order, Outcome, Unopened } from "./cells/run-suite.ts"
import type { RuntimeName } from "./results.ts"

const here = fileURLToPath(new URL(".", import.meta.url))
const patienceMs = 900_000

/** Clients read variables and files, and load native modules. */
const denoFlags = ["run", "--allow-all", "--no-prompt", "--no-lock", "--node-modules-dir=manual"]

/** Runs the suite in a runtime. A process that ends early is an error of the client. */
export const runCell = (name: RuntimeName, order: Order): Promise<Outcome | Unopened> =>
  name === "workerd" ? inWorker(order) : inProcess(name, order)

/** The command that starts programs in a runtime. */
export async function commandOf(name: Exclude<RuntimeName, "workerd">) {
  const processName: ProcessName = name === "node-20" ? "node" : name
  const { command, flags } = await runtime(processName)
  return { command, flags: name === "deno" ? denoFlags : flags }
}

async function inProcess(name: Exclude<RuntimeName, "workerd">, order: Order): Promise<Outcome | Unopened> {
  const { command, flags } = await commandOf(name)
  const { output, complaint, end } = await run(command, [...flags, "cells/program.ts", JSON.stringify(order)])
  const last = output.trimEnd().split("\n").at(-1) ?? ""
  if (last.startsWith("{")) return JSON.parse(last)
  return { unopened: `The process ended with ${end}. ${firstError(complaint)}`.trim() }
}

/** The line of an error among those of its stack. */
const firstError = (complaint: string): string => {
  const lines = stripVTControlCharacters(complaint).split("\n")
  return (
    lines.find((line) => /error(?!s?:$)|panic|fatal/i.test(line) && !/^Build failed/.test(line))?.trim() ?? ""
  )
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, {
    cwd: here,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: patienceMs,
    killSignal: "SIGKILL",
  })
  let [output, complaint] = ["", ""]
  child.stdout.on("data", (chunk) => {
    output += chunk
  })
  child.stderr.on("data", (chunk) => {
    complaint += chunk
  })
  return new Promise<{ output: string; complaint: string; end: string }>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code, signal) => resolve({ output, complaint, end: signal ?? `code ${code}` }))
  })
}

const entryOf = (client: string) => `
import { handlerOf, inObject } from ${JSON.stringify(join(here, "cells/worker.ts"))}
import { open } from ${JSON.stringify(join(here, "clients", `${client}.ts`))}
export default {
  fetch: (request, env) =>
    ${client === "durable-object" ? "inObject(request, env.STORE)" : "handlerOf(open, env)(request)"},
}
export class Store {
  constructor(ctx) { this.fetch = handlerOf(open, { ctx }) }
  fetch() {}
}`

const settings = { compatibilityDate: "2026-01-01", compatibilityFlags: ["nodejs_compat"] }

/** Bundles a worker with wrangler, as users do, and runs it in miniflare. */
async function inWorker(order: Order): Promise<Outcome | Unopened> {
  const folder = mkdtempSync(join(tmpdir(), "mortise-worker-"))
  try {
    const entry = join(folder, "entry.js")
    writeFileSync(entry, entryOf(order.client))
    const bundle = await bundleWorker(folder, entry)
    return typeof bundle === "string" ? await inSimulator(bundle, order) : bundle
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bundles a worker with wrangler. Returns the path of the bundle. */
export async function bundleWorker(folder: string, entry: string): Promise<string | Unopened> {
  await installSimulator()
  const config = {
    name: "cell",
    main: entry,
    compatibility_date: settings.compatibilityDate,
    compatibility_flags: settings.compatibilityFlags,
  }
  const [file, out] = [join(folder, "wrangler.json"), join(folder, "out")]
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(config))
  const args = ["deploy", "--dry-run", "--outdir", out, "--config", file]
  const quiet = { NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" }
  const { complaint, output, end } = await run(process.execPath, [wrangler, ...args], quiet)
  if (end !== "code 0") return { unopened: `wrangler cannot bundle it: ${firstError(complaint + output)}` }
  return join(out, `${parse(entry).name}.js`)
}

async function inSimulator(path: string, order: Order): Promise<Outcome | Unopened> {
  let printed = ""
  const simulator = await startSimulator(
    {
      ...settings,
      modulesRoot: join(path, ".."),
      modules: [{ type: "ESModule", path }],
      d1Databases: { DB: "auth" },
      durableObjects: { STORE: { className: "Store", useSQLite: true } },
    },
    (text) => {
      printed += text
    },
  )
  try {
    const init = { method: "POST", body: JSON.stringify(order) }
    const response = await simulator.dispatchFetch("http://worker.example/", init)
    const text = await response.text()
    return response.ok ? JSON.parse(text) : { unopened: firstError(text) || text.slice(0, 200) }
  } catch (error) {
    return { unopened: `workerd does not start it: ${firstError(printed) || (error as Error).message}` }
  } finally {
    // It fails again if the runtime did not start.
    await simulator.dispose().catch(() => {})
  }
}
