import type { IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"

/** Converts a message of node:http to the Request of the Fetch API. */
export async function toRequest(message: IncomingMessage, origin: string): Promise<Request> {
  const { method = "GET", url = "/", headers } = message
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const body = method === "POST" ? await text(message) : null
  return new Request(new URL(url, origin), { method, headers: lines as [string, string][], body })
}
