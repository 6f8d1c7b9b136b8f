import { everyPermission } from "../../../../workshop/src/http/every-permission.ts"
import { runtime as findRuntime, type RuntimeName } from "../../../../workshop/src/runtimes/runtimes.ts"
import { startProgram } from "../../../../workshop/src/runtimes/start-program.ts"
import { startWorkerd } from "../../../../workshop/src/runtimes/start-workerd.ts"
import { createServiceKey } from "../../../src/http/server.ts"

/** A server on memory inside a runtime, in a project that has the programs. */
export async function openHost(runtime: RuntimeName | "workerd", project: string) {
  const { key, record } = await createServiceKey({ id: "test", permissions: everyPermission })
  if (runtime === "workerd") {
    const { url, stop } = await startWorkerd(project, "host-worker", { KEYS: [record] })
    return { url, key, close: stop }
  }
  const { command, flags } = await findRuntime(runtime)
  const keys = JSON.stringify([record])
  // On Node the package has a command for it.
  const isNode = runtime.startsWith("node")
  const program = isNode
    ? ["node_modules/mortise/dist/cli/main.js", "serve", "--json", "--port", "0"]
    : ["host-program.ts", keys]
  const env = { MORTISE_ADAPTER: "memory", MORTISE_KEYS: keys }
  const { said, stop } = await startProgram(command, [...flags, ...program], { cwd: project, env })
  return { url: (said as { url: string }).url, key, close: stop }
}
