import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../../workshop/src/servers/free-port.ts"

/** A server that listens on a port of its own. */
export type StartedServer = {
  readonly origin: string
  /** The text that the server has printed so far. */
  printed(): string
  /** Kills it. */
  stop(): Promise<void>
  /** Sends SIGTERM, and waits until it has ended. Returns its exit code, or the signal that killed it. */
  shutDown(): Promise<number | NodeJS.Signals>
}

/** Starts a server that reads `PORT`, `ORIGIN`, `AUTH_URL` and `BETTER_AUTH_URL`, and waits until it responds. */
export async function startServer(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<StartedServer> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const addresses = { PORT: String(port), ORIGIN: origin, AUTH_URL: origin, BETTER_AUTH_URL: origin }
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env, ...addresses } })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk
    })
  const ended = once(child, "close")
  const stop = async () => {
    child.kill("SIGKILL")
    await ended
  }
  const shutDown = async () => {
    child.kill("SIGTERM")
    const [code, signal] = await ended
    return code ?? signal
  }
  while (!(await responds(origin))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${output}`)
    await sleep(100)
  }
  return { origin, printed: () => output, stop, shutDown }
}

const responds = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  )
