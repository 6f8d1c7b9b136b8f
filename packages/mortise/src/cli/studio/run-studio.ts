import { spawn } from "node:child_process"
import { onStore } from "../configuration/open-store.ts"
import { refuseTenant } from "../configuration/open-tenant.ts"
import type { OptionValues } from "../program/command.ts"
import { type ExitCode, exitCodes } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { createDrain } from "../serve/drain.ts"
import { nodeListener } from "../serve/node-listener.ts"
import { createNodeServer, listen } from "../serve/node-server.ts"
import { describeError } from "../terminal/describe-error.ts"
import { createReporter, type Reporter } from "../terminal/output.ts"
import { withStopSignal } from "../terminal/stop-signal.ts"
import type { LoggedChange } from "./answer-api.ts"
import { createStudio } from "./create-studio.ts"
import { readPageFiles } from "./page-files.ts"
import type { Source } from "./source.ts"
import { storeSource } from "./store-source.ts"
import type { studioOptions } from "./studio-options.ts"
import { everybody } from "./user-query.ts"

const drainMs = 10_000

type Options = OptionValues<typeof studioOptions>

/** Serves the studio on the loopback interface until Ctrl-C. */
export async function runStudio(options: Options): Promise<ExitCode> {
  const port = wholeNumber(options.port, "--port", { min: 0, max: 65_535 })
  const reporter = createReporter(options.json)
  await withStopSignal((signal) =>
    onSource(options, async (source) => {
      await checkSource(source, reporter)
      const isWritable = options.write
      const onChange = (change: LoggedChange) => printChange(change, reporter)
      const { linkPath, answer } = createStudio({
        source,
        // An old server, or an ACL, may refuse the question.
        place: await source.readPlace().catch(() => undefined),
        files: await readPageFiles(),
        isWritable,
        onChange,
      })
      const server = createNodeServer(nodeListener(answer, { loopbackOnly: true, allowQuery: true }))
      const drain = createDrain(server, async () => {})
      const address = await listen(server, port, "127.0.0.1")
      const url = address.url + linkPath
      const mode = isWritable ? "It can change rows." : "It is read-only: add --write to change rows."
      reporter.print("listening", `Open ${url} within five minutes. The link works once. ${mode}`, {
        ...address,
        url,
        pid: process.pid,
      })
      if (!options["no-open"] && !options.json && process.stdout.isTTY && !process.env["CI"]) openBrowser(url)
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve))
      server.close()
      // A change in progress is finished and printed before the adapter is closed.
      await drain(drainMs)
    }),
  )
  reporter.print("stopped", "The studio is closed.")
  return exitCodes.ok
}

/** Opens what the options name, runs a task on it, and closes it. */
async function onSource<T>(
  { config, "better-auth": file, tenant }: Options,
  task: (source: Source) => Promise<T>,
): Promise<T> {
  if (file === undefined) return onStore(config, (store) => task(storeSource(store)), { tenant })
  refuseTenant(tenant)
  const { onAuth } = await import("../better-auth/load-auth.ts")
  const { authSource } = await import("../better-auth/auth-source.ts")
  return onAuth({ file, config }, "none", async (auth) => task(await authSource(auth)))
}

/** Ends the command if the database does not answer. If only tables are missing, the page says how to fix that. */
async function checkSource(source: Source, reporter: Reporter): Promise<void> {
  try {
    await source.users(everybody, null, 1)
  } catch (error) {
    if (!(await source.hasReadableTables())) throw error
    reporter.printError(
      "warning",
      `Users cannot be read: ${await describeError(error)}. The view Store lists fixes.`,
    )
  }
}

function printChange({ action, outcome, ...details }: LoggedChange, reporter: Reporter): void {
  const at = new Date().toISOString()
  const named = Object.entries(details).map(([name, value]) => ` ${name}=${quoteValue(String(value))}`)
  reporter.print("change", `${at} ${action}${named.join("")} outcome=${outcome}`, {
    at,
    action,
    outcome,
    ...details,
  })
}

/** An id with a space could imitate another part of the line. */
const quoteValue = (value: string): string => (/^[\w.:@-]+$/.test(value) ? value : JSON.stringify(value))

const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
  linux: ["xdg-open"],
}

/** Opens a URL in the browser of the person at the terminal, if there is one. */
function openBrowser(url: string): void {
  const [command, ...args] = commands[process.platform] ?? []
  if (command === undefined) return
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true })
  // Without a browser, the person can still follow the printed link.
  child.on("error", () => {})
  child.unref()
}
