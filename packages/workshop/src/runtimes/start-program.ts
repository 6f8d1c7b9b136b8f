import { type ChildProcess, spawn } from "node:child_process"
import type { Readable } from "node:stream"

/** A program that runs until it is stopped. */
export type Started = {
  /** The first line of its output, parsed as JSON. */
  readonly said: unknown
  stop(): Promise<void>
}

export type StartOptions = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** The stream with the first line. Default: the standard output. */
  readonly stream?: number
}

/** Starts a program and waits for its first line. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { cwd, env, stream = 1 }: StartOptions,
): Promise<Started> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const stop = () => {
    child.kill("SIGKILL")
    return ended
  }
  try {
    return { said: JSON.parse(await firstLine(child, stream)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function firstLine(child: ChildProcess, stream: number): Promise<string> {
  let [said, complaint] = ["", ""]
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.stderr?.on("data", (chunk) => {
      complaint += chunk
    })
    child.once("close", (code) => reject(new Error(`The program ended with ${code}: ${complaint}`)))
    const output = child.stdio[stream] as Readable
    output.on("data", (chunk) => {
      said += chunk
      const end = said.indexOf("\n")
      if (end !== -1) resolve(said.slice(0, end))
    })
    // The standard output must be read, or the program would block when the pipe is full.
    child.stdout?.resume()
  })
}
