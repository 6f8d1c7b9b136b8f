import { existsSync } from "node:fs"
import { arch, platform } from "node:os"
import { fileURLToPath } from "node:url"
import { installRuntimes } from "./install.ts"

/** The runtimes. `node` is the one that runs the tests. */
export type RuntimeName = "node" | "node-22" | "node-24" | "bun" | "deno"

/** How to start a TypeScript program: a command, and its flags before the file name. */
export type Runtime = { readonly command: string; readonly flags: readonly string[] }

// Only connections to this machine are allowed: no files, no variables, no remote modules.
const denoFlags = [
  "run",
  "--no-prompt",
  "--no-remote",
  "--no-lock",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1",
]

/** A runtime, which is installed if necessary. Newer versions of Node strip types themselves. */
export async function runtime(name: RuntimeName): Promise<Runtime> {
  if (name === "node") return { command: process.execPath, flags: ["--import", "tsx"] }
  if (name === "bun")
    return {
      command: await installed(`@oven/bun-linux-${arch() === "arm64" ? "aarch64" : arch()}/bin/bun`),
      flags: [],
    }
  if (name === "deno")
    return { command: await installed(`@deno/linux-${arch()}-glibc/deno`), flags: denoFlags }
  const command = await installed(`${name}-linux-${arch()}/bin/node`)
  return { command, flags: ["--disable-warning=ExperimentalWarning"] }
}

/** The server of libSQL. */
export const sqldBinary = (): Promise<string> => installed(`@sqld/linux-${arch()}/sqld`)

/** The runtime of workers. It is started with a configuration, not with a program. */
export const workerdBinary = (): Promise<string> =>
  installed(`@cloudflare/workerd-linux-${arch() === "x64" ? "64" : arch()}/bin/workerd`)

async function installed(path: string): Promise<string> {
  await installRuntimes()
  const file = fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
  if (existsSync(file)) return file
  throw new Error(
    `${path} does not exist for ${platform()} on ${arch()}: these tests run on Linux, on x64 or arm64.`,
  )
}
