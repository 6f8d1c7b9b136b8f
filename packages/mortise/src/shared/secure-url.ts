const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Whether traffic to this URL is protected: it uses https, or it stays on this machine. */
export function isSecureUrl(text: string): boolean {
  const url = parseUrl(text)
  return url?.protocol === "https:" || (url?.protocol === "http:" && loopback.test(url.hostname))
}

export function parseUrl(text: string): URL | undefined {
  return typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined
}
