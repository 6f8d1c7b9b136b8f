import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Command } from "../program/command.ts"
import { configurationError } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"
import { createReporter } from "../terminal/output.ts"
import { readWranglerFile } from "./wrangler-file.ts"

type Platform = { readonly env: Readonly<Record<string, unknown>>; dispose(): Promise<void> }
type Wrangler = { getPlatformProxy(options: object): Promise<Platform> }

let opened: Promise<Platform> | undefined
let reporter = createReporter(false)

/** Lets a command that loads a configuration use the bindings of Workers. Afterwards, wrangler's process is ended. */
export function withWorkers(command: Command): Command {
  if (!("config" in command.options)) return command
  return {
    ...command,
    async run(values, args) {
      reporter = createReporter(values["json"] === true)
      try {
        return await command.run(values, args)
      } finally {
        const platform = await opened?.catch(() => undefined)
        opened = undefined
        await platform?.dispose()
      }
    },
  }
}

/** The bindings and variables of the worker in the current folder, on the local state of wrangler. */
export async function workersEnv(): Promise<Platform["env"]> {
  opened ??= openPlatform()
  return (await opened).env
}

/** Stands for `cloudflare:workers` outside of Workers. Classes can be extended, and are never constructed. */
export async function workersModule(): Promise<object> {
  const base = () => function Base(): void {}
  return {
    env: reportingMissing(await workersEnv()),
    DurableObject: base(),
    WorkerEntrypoint: base(),
    WorkflowEntrypoint: base(),
    RpcTarget: base(),
    waitUntil: () => {},
  }
}

/** Says which names the configuration of wrangler lacks, each once. */
function reportingMissing(env: Platform["env"]): object {
  const reported = new Set<string>()
  return new Proxy(env, {
    get(target, name) {
      if (typeof name === "string" && !(name in target) && !reported.has(name)) {
        reported.add(name)
        reporter.printError("environment", `There is no binding or variable ${name}: check its name.`)
      }
      return Reflect.get(target, name)
    },
  })
}

async function openPlatform(): Promise<Platform> {
  const file = readWranglerFile(process.cwd())
  if (!file)
    throw configurationError(
      "The adapter needs bindings of Workers, and this folder has no wrangler.jsonc, wrangler.json or wrangler.toml: run the command in the folder of the worker",
    )
  const { getPlatformProxy } = await importWrangler()
  // Otherwise wrangler prints warnings about bindings that no command uses.
  process.env["WRANGLER_LOG"] ??= "error"
  try {
    // A binding with `remote: true` would otherwise be the deployed database.
    const platform = await getPlatformProxy({ configPath: file.name, remoteBindings: false })
    const names = Object.keys(platform.env)
    reporter.printError(
      "environment",
      `The bindings are those of ${file.name}, on wrangler's local state: ${names.join(", ") || "none"}.`,
    )
    return platform
  } catch (error) {
    throw configurationError(
      `The bindings of ${file.name} could not be opened (${await describeError(error)}): check that wrangler dev starts`,
      error,
    )
  }
}

/** The wrangler of the project. */
async function importWrangler(): Promise<Wrangler> {
  try {
    const projectRequire = createRequire(join(process.cwd(), "package.json"))
    const module = await import(pathToFileURL(projectRequire.resolve("wrangler")).href)
    return module.getPlatformProxy ? module : module.default
  } catch (error) {
    throw configurationError(
      "The bindings of Workers are opened through wrangler, which cannot be loaded from this folder. Run: npm install --save-dev wrangler",
      error,
    )
  }
}
