import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { installPinned } from "../runtimes/install.ts"

/** The folder in which the simulator and wrangler are installed. */
export const simulatorFolder: string = fileURLToPath(new URL(".", import.meta.url))

/** A running simulator of Cloudflare, as far as it is used here. */
export type Simulator = {
  readonly ready: Promise<URL>
  dispatchFetch(url: string, init?: { method: string; body: string }): Promise<Response>
  getWorker(name: string): Promise<{ fetch(url: string): Promise<Response> }>
  dispose(): Promise<void>
}

type Miniflare = { readonly Miniflare: new (options: object) => Simulator }
type Wrangler = {
  unstable_getMiniflareWorkerOptions(config: string): { readonly workerOptions: object }
}
type Stream = { on(event: "data", listen: (chunk: Buffer) => void): unknown }

export const installSimulator = (): Promise<void> =>
  installPinned(simulatorFolder, "miniflare and wrangler, with workerd; about 20 s")

/** Starts miniflare. What workers print goes to `onPrint`. */
export async function startSimulator(options: object, onPrint?: (text: string) => void): Promise<Simulator> {
  await installSimulator()
  const { Miniflare }: Miniflare = await import(
    join(simulatorFolder, "node_modules/miniflare/dist/src/index.js")
  )
  const handleRuntimeStdio = (...streams: readonly Stream[]) => {
    for (const stream of streams) stream.on("data", (chunk) => onPrint?.(String(chunk)))
  }
  return new Miniflare({ ...options, handleRuntimeStdio })
}

/** The path of wrangler's program. */
export const wrangler: string = join(simulatorFolder, "node_modules/wrangler/bin/wrangler.js")

/** The bindings and settings of a configuration file of wrangler, and of the variables beside it, for miniflare. */
export async function workerOptions(config: string): Promise<object> {
  const cli: Wrangler = await import(join(simulatorFolder, "node_modules/wrangler/wrangler-dist/cli.js"))
  return cli.unstable_getMiniflareWorkerOptions(config).workerOptions
}
