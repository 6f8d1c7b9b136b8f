/** Whether this runs in a Cloudflare worker, where one request cannot wait for a promise of another request. */
export const isWorker: boolean = globalThis.navigator?.userAgent === "Cloudflare-Workers"

/** Whether this is Node itself: other runtimes report its name too. */
export const isNode =
  !isWorker &&
  globalThis.process?.release?.name === "node" &&
  !("Bun" in globalThis) &&
  !("Deno" in globalThis)
