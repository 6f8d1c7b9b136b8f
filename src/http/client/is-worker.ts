/** Whether this runs in a Cloudflare worker, whose requests may not wait for one another's promises. */
export const isWorker: boolean = globalThis.navigator?.userAgent === "Cloudflare-Workers"
