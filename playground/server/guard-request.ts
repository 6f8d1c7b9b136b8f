import type { IncomingMessage } from "node:http"

const maxBodyBytes = 1024 * 1024

/** A refusal: the status, and where to go instead. */
export type Refusal = { readonly status: number; readonly location?: string }

/**
 * Refuses what another site's page could send. A site can point its own name at 127.0.0.1 (DNS rebinding), but its
 * requests then have that name in `Host`. A form of another site is sent with that site in `Origin`.
 */
export function findRefusal({ method, url, headers }: IncomingMessage, origin: string): Refusal | undefined {
  const { host, port } = new URL(origin)
  if (headers.host !== host) {
    const isLoopback = headers.host === `127.0.0.1:${port}` || headers.host === `[::1]:${port}`
    // Passkeys and cookies belong to localhost.
    return isLoopback && method === "GET" && url === "/"
      ? { status: 307, location: `${origin}/` }
      : { status: 421 }
  }
  if (method !== "GET" && method !== "POST") return { status: 405 }
  if (method === "POST" && headers.origin !== origin) return { status: 403 }
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return { status: 413 }
  return undefined
}
