import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

type Environment = Readonly<Record<string, string | undefined>>
type Place = { readonly cwd: string; readonly env?: Environment }

const main = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url))

/** Starts the built program as a shell would. */
function startCli(args: readonly string[], { cwd, env }: Place): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
}

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Waits for the end of a program and returns its output. */
function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""]
  child.stdout?.on("data", (chunk) => {
    stdout += chunk
  })
  child.stderr?.on("data", (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })))
}

export const runCli = (args: readonly string[], place: Place): Promise<Ended> => ended(startCli(args, place))

/** Waits until a program has printed something. */
export function said(child: ChildProcess, text: string): Promise<void> {
  let output = ""
  return new Promise((resolve) =>
    child.stdout?.on("data", (chunk) => {
      output += chunk
      if (output.includes(text)) resolve()
    }),
  )
}

/** Starts a server and waits until it listens. */
export async function startServer(args: readonly string[], place: Place, command = "serve") {
  const child = startCli([command, "--json", ...args], place)
  const end = ended(child)
  const url = await new Promise<string>((resolve, reject) => {
    let said = ""
    child.stdout?.on("data", (chunk) => {
      said += chunk
      const line = said.split("\n").find((text) => text.includes('"listening"'))
      if (line?.endsWith("}")) resolve(JSON.parse(line).url)
    })
    end.then(({ stderr }) => reject(new Error(`the server ended: ${stderr}`)))
  })
  return { url, child, end }
}
