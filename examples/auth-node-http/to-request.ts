import type { IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"

/** What a server of Node was sent, as the Request that the functions of `mortise/auth` take. */
export async function toRequest(message: IncomingMessage, origin: string): Promise<Request> {
  const { method = "GET", url = "/", headers } = message
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const body = method === "POST" ? await text(message) : null
  return new Request(new URL(url, origin), { method, headers: lines as [string, string][], body })
}
