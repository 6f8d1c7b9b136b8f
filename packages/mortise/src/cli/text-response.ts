import type { HttpResponse } from "../http/server/responses.ts"

export const textResponse = (status: number, body: string): HttpResponse => ({
  status,
  body,
  headers: { "content-type": "text/plain", "cache-control": "no-store" },
})
