import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../../../../scripts/ensure-install.mjs"
import {
  installSimulator,
  simulatorFolder,
  startSimulator,
  workerOptions,
  wrangler,
} from "../../../workshop/src/edge/simulator.ts"
import { consumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { run } from "../house/support/run.ts"

const quiet = { NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" }

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** An example outside the repository, with the packages that it names. */
export async function openExample(name: string) {
  return openProject((folder) => {
    cpSync(join(root, "examples", name), folder, { recursive: true })
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    return { ...manifest.dependencies, ...manifest.devDependencies }
  })
}

/** What `mortise init` with these options writes into an empty folder, with its packages as they are installed here. */
export const openInitialized = (...args: readonly string[]) =>
  openProject((folder) => {
    const { code, stderr } = runMortise(folder, ["init", ...args, "--yes"])
    if (code !== 0) throw new Error(`mortise init failed:\n${stderr}`)
    return { "@auth/core": undefined, hono: undefined, jiti: undefined, wrangler: undefined }
  })

/** A folder outside the repository with Mortise, the files that `prepare` writes, and the packages that it returns. */
async function openProject(prepare: (folder: string) => Readonly<Record<string, string | undefined>>) {
  await installSimulator()
  const project = consumerProject()
  const { folder } = project
  const file = (path: string) => join(folder, path)
  for (const [dependency, version] of Object.entries(prepare(folder))) link(folder, dependency, version)
  return {
    file,
    write: (path: string, text: string) => writeFileSync(file(path), text),
    /** Runs wrangler, and returns what it prints on both streams. */
    wrangler: (...args: readonly string[]) => {
      const { code, stdout, stderr } = runIn(folder, [wrangler, ...args])
      if (code !== 0) throw new Error(`wrangler ${args.join(" ")} failed:\n${stdout}${stderr}`)
      return stdout + stderr
    },
    mortise: (...args: readonly string[]) => runMortise(folder, args),
    compile: () => run(join(root, "node_modules/.bin/tsc"), ["-p", folder], folder),
    close: () => project.remove(),
  }
}

function runIn(cwd: string, args: readonly string[]) {
  const options = { cwd, env: { ...process.env, ...quiet }, encoding: "utf8" } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
  return { code: status, stdout, stderr }
}

const runMortise = (folder: string, args: readonly string[]) =>
  runIn(folder, [join(folder, "node_modules/mortise/dist/cli/main.js"), ...args])

export type Example = Awaited<ReturnType<typeof openExample>>

/** Runs what wrangler built, with the bindings of its configuration. The first worker gets the requests. */
export async function runExample(
  { file }: Example,
  workers: readonly { readonly name: string; readonly config: string; readonly built: string }[],
  port: number,
) {
  let printed = ""
  const simulator = await startSimulator(
    {
      port,
      workers: await Promise.all(
        workers.map(async ({ name, config, built }) => ({
          ...(await workerOptions(file(config))),
          name,
          modulesRoot: file("."),
          modules: [{ type: "ESModule", path: file(built) }],
        })),
      ),
      d1Persist: file(".wrangler/state/v3/d1"),
    },
    (text) => {
      printed += text
    },
  )
  await simulator.ready
  return {
    simulator,
    /** The link of the last mail, when it is there. */
    async mailedLink(to: string): Promise<string> {
      for (;;) {
        const link = new RegExp(`Mail to ${to}: (\\S+)`).exec(printed)?.[1]
        if (link !== undefined) return link
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

/** Links an installed package, which must have this version, if there is one. */
function link(folder: string, name: string, version: string | undefined): void {
  const target = join(folder, "node_modules", name)
  const installed = [
    target,
    join(simulatorFolder, "node_modules", name),
    join(root, "node_modules", name),
  ].find(existsSync)
  const manifest = JSON.parse(readFileSync(join(installed ?? "", "package.json"), "utf8"))
  if (version !== undefined && manifest.version !== version)
    throw new Error(`The example names ${name} ${version}; the tests have ${manifest.version}.`)
  if (installed === target) return
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(installed ?? "", target)
}
