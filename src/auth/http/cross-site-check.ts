/** Why a request may not change anything, whoever sent it. */
export type CrossSiteRefusal = "not_post" | "cross_site"

const maxBytes = 64 * 1024

/**
 * Fetching a page must never change anything, and no other site may post on a person's behalf: the origin that
 * the browser states must be ours. A client that states none is no browser and carries no one's cookies.
 */
export function checkCrossSite(request: Request, origin: string): CrossSiteRefusal | undefined {
  if (request.method !== "POST") return "not_post"
  const site = request.headers.get("sec-fetch-site")
  if (site !== null) return site === "same-origin" || site === "none" ? undefined : "cross_site"
  const from = request.headers.get("origin")
  return from === null || from === origin ? undefined : "cross_site"
}

/** The body of a form or of JSON as an object; `{}` for anything else and for what is too long. */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return {}
  const text = await request.text()
  if (text.length > maxBytes) return {}
  if (!request.headers.get("content-type")?.startsWith("application/json"))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return {}
  }
}

/** A path on this origin; anything that could lead elsewhere becomes `/`. */
export function safePath(path: unknown, origin: string): string {
  if (typeof path !== "string" || !path.startsWith("/") || path.length > 2048) return "/"
  try {
    const url = new URL(path, origin)
    const normal = url.pathname + url.search + url.hash
    // Dot segments can leave two slashes in front, which a browser takes for another host.
    return url.origin === origin && !normal.startsWith("//") ? normal : "/"
  } catch {
    return "/"
  }
}
