/** The path, if it stays on this origin; `/` for any other value. */
export function safePath(path: unknown, origin: string): string {
  if (typeof path !== "string" || !path.startsWith("/") || path.length > 2048) return "/"
  try {
    const url = new URL(path, origin)
    const normal = url.pathname + url.search + url.hash
    // Dot segments can leave two leading slashes, which a browser reads as another host.
    return url.origin === origin && !normal.startsWith("//") ? normal : "/"
  } catch {
    return "/"
  }
}
