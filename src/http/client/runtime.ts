/** Whether this runs in a Cloudflare worker, whose requests may not wait for one another's promises. */
export const isWorker: boolean = globalThis.navigator?.userAgent === "Cloudflare-Workers"

/** Whether this is Node itself: others go by its name, too. */
export const isNode =
  !isWorker &&
  globalThis.process?.release?.name === "node" &&
  !("Bun" in globalThis) &&
  !("Deno" in globalThis)
