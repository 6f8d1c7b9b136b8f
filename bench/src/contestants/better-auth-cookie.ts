const utf8 = (text: string) => new TextEncoder().encode(text)

/** The cookie of a better-auth session: the token and its signature. On https its name has a prefix. */
export async function cookieOfBetterAuth(token: string, secret: string, prefix = ""): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", utf8(secret), algorithm, false, ["sign"])
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, utf8(token))).toString("base64")
  return `${prefix}better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
