import { existsSync } from "node:fs"
import { arch, platform } from "node:os"
import { fileURLToPath } from "node:url"
import { installRuntimes } from "./install.ts"

/** Where a program can run. `node` is the one that runs the tests. */
export type RuntimeName = "node" | "node-22" | "node-24" | "bun" | "deno"

/** How a TypeScript program is started: a command and what comes before the name of its file. */
export type Runtime = { readonly command: string; readonly flags: readonly string[] }

// It may talk to this machine and may do nothing else: no file, no variable, nothing from the network.
const denoFlags = [
  "run",
  "--no-prompt",
  "--no-remote",
  "--no-lock",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1",
]

/** A runtime, installed if it was not. The newer ones strip types by themselves. */
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

/** Where workers run. It starts no programs: it takes a configuration. */
export const workerdBinary = (): Promise<string> =>
  installed(`@cloudflare/workerd-linux-${arch() === "x64" ? "64" : arch()}/bin/workerd`)

async function installed(path: string): Promise<string> {
  await installRuntimes()
  const file = fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
  if (existsSync(file)) return file
  throw new Error(
    `There is no ${path} for ${platform()} on ${arch()}: these tests run on Linux, on x64 or arm64.`,
  )
}
