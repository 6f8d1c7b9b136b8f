import { writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { bundleWorker } from "./bundle-worker.ts"
import { workerdBinary } from "./runtimes.ts"
import { startProgram } from "./start-program.ts"

/** Starts a worker of a project in workerd, without its Node compatibility; `bindings` are its environment. */
export async function startWorkerd(
  folder: string,
  name: string,
  bindings: Readonly<Record<string, unknown>> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  return startWorkerdBundle(folder, await bundleWorker(folder, name), bindings)
}

/** Starts a worker that is one module already. */
export async function startWorkerdBundle(
  folder: string,
  bundle: string,
  bindings: Readonly<Record<string, unknown>> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const file = `${basename(bundle)}.capnp`
  writeFileSync(join(folder, file), configuration(bundle, bindings))
  const args = ["serve", "--control-fd=3", file]
  const { said, stop } = await startProgram(await workerdBinary(), args, { cwd: folder, stream: 3 })
  return { url: `http://127.0.0.1:${(said as { port: number }).port}`, stop }
}

function configuration(bundle: string, bindings: Readonly<Record<string, unknown>>): string {
  const quoted = Object.entries(bindings).map(
    ([name, value]) => `(name = "${name}", json = ${JSON.stringify(JSON.stringify(value))})`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
const worker :Workerd.Worker = (
  modules = [(name = "${bundle}", esModule = embed "${bundle}")],
  bindings = [${quoted.join(", ")}],
  compatibilityDate = "2026-01-01",
);
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
`
}
