const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Whether a URL leads to this machine. */
export function isLoopbackUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) && loopback.test(url.hostname)
}

/** Whether traffic to this URL is protected: it uses https, or it stays on this machine. */
export function isSecureUrl(text: string): boolean {
  return parseUrl(text)?.protocol === "https:" || isLoopbackUrl(text)
}

export function parseUrl(text: string): URL | undefined {
  return typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined
}
