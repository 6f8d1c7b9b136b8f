import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { type StartOptions, startProgram } from "../../../workshop/src/runtimes/start-program.ts"
import { startWorkerdBundle } from "../../../workshop/src/runtimes/start-workerd.ts"
import { inFullRun } from "../../../workshop/src/tests/tier.ts"
import { bundlerFile } from "./install.ts"

/** A server that was started from a bundle. */
export type Running = { readonly url: string; stop(): Promise<void> }

export type Bundler = {
  readonly name: string
  /** Builds the application in a folder; returns all that the bundler printed. */
  build(folder: string): Promise<string>
  start(folder: string): Promise<Running>
}

const quiet = { NEXT_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" }

async function execute(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...quiet, ...env }, maxBuffer: 1e8 }
  const { stdout, stderr } = await promisify(execFile)(command, args, options)
  return stdout + stderr
}

const serverOnNode = async (file: string, options: StartOptions): Promise<Running> => {
  const { said, stop } = await startProgram(process.execPath, [file], options)
  return { url: `http://127.0.0.1:${(said as { port: number }).port}`, stop }
}

const next = (flag: "--turbopack" | "--webpack"): Omit<Bundler, "name"> => {
  const env = { DIST: `out/next${flag}`, NODE_ENV: "production" }
  return {
    build: (folder) =>
      execute(process.execPath, [bundlerFile("next/dist/bin/next"), "build", flag], folder, env),
    start: (folder) => serverOnNode("next-server.mjs", { cwd: folder, env, stream: 3 }),
  }
}

const onNode = (name: string, file: string, args: readonly string[]): Bundler => ({
  name,
  build: (folder) => execute(process.execPath, [bundlerFile(file), ...args], folder),
  start: (folder) => serverOnNode(`out/${name}/server.js`, { cwd: folder }),
})

export const bundlers: readonly Bundler[] = [
  // Each takes as long as all the others together. Wide tests of quickstarts and caches build with Turbopack, too.
  ...inFullRun([
    { name: "Turbopack (Next.js)", ...next("--turbopack") },
    { name: "webpack (Next.js)", ...next("--webpack") },
  ]),
  onNode("vite", "vite/bin/vite.js", ["build", "--ssr", "server.ts", "--outDir", "out/vite"]),
  onNode("esbuild", "esbuild/bin/esbuild", [
    "server.ts",
    "--bundle",
    "--platform=node",
    "--format=esm",
    "--outdir=out/esbuild",
  ]),
  onNode("rolldown", "rolldown/bin/cli.mjs", ["server.ts", "--platform", "node", "--dir", "out/rolldown"]),
  {
    name: "wrangler",
    async build(folder) {
      // Wrangler refuses to run on Node 20.
      const { command } = await runtime("node-24")
      const args = [
        bundlerFile("wrangler/bin/wrangler.js"),
        "deploy",
        "--dry-run",
        "--outdir",
        "out/wrangler",
      ]
      return execute(command, args, folder)
    },
    start: (folder) => startWorkerdBundle(folder, "out/wrangler/worker-entry.js"),
  },
]
