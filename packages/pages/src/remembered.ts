/** What the browser remembers; undefined if it has nothing or forbids storage. */
export function readRemembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Without storage, a choice lasts until the page is closed. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
