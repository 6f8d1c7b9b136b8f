import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

export type Started = { readonly url: string; close(): Promise<void> }

const bench = fileURLToPath(new URL("../../../", import.meta.url))
const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** A server in a process of its own. */
export const startProgram = (name: string): Promise<Started> => start(["--import", "tsx", program(name)])

/** The built `mortise serve`, configured by environment variables. */
export const startMortise = (env: Readonly<Record<string, string>>): Promise<Started> =>
  start([program("../../../../packages/mortise/dist/cli/main.js"), "serve", "--port", "0", "--json"], env)

async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = spawn(process.execPath, [...args], {
    cwd: bench,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const close = async (): Promise<void> => {
    child.kill("SIGTERM")
    await ended
  }
  for await (const line of createInterface(child.stdout)) {
    const { event, url }: { event?: string; url?: string } = JSON.parse(line)
    if (event === "listening" && url) return { url, close }
  }
  throw new Error("The server ended before it listened.")
}
