const size = 16_000
const own = "__Host-mortise."

/** Repeats a text up to the size of the headers that servers accept. */
const filled = (make: (nth: number) => string): string => {
  let text = ""
  for (let nth = 0; text.length < size; nth++) text += make(nth)
  return text.slice(0, size)
}

const padded = (nth: number, length: number): string => String(nth).padStart(length, "0")
const token = (nth: number): string => `m1-${(Date.now() - nth).toString(36)}-${padded(nth, 43)}`
const longToken = `eyJh..AAAA.${"A".repeat(11_300)}.AAAA`
const sealed = (nth: number): string => `s1.${padded(nth, 8)}.${"A".repeat(16)}.${"A".repeat(40)}`

/** Headers of one size that cost the parser, the cryptography or the store as much as a stranger can make them. */
export const hostileHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a cookie that many share a name with": { cookie: filled(() => "a=1; ") },
  "equal session cookies": { cookie: filled(() => `${own}session=m1-1-${"x".repeat(43)}; `) },
  "many session tokens": { cookie: filled((nth) => `${own}session=${token(nth)}; `) },
  "many short session cookies": { cookie: filled((nth) => `${own}session=${nth}; `) },
  "many session JWTs": { cookie: filled((nth) => `${own}session=eyJh..${padded(nth, 9)}.AAAA.AAAA; `) },
  "session cookies in parts": {
    cookie: filled((nth) => `${own}session=~${nth % 9}; ${own}session.${nth % 9}=x; `),
  },
  "a long session in parts, many times": {
    cookie:
      `${[1, 2, 3].map((part) => `${own}session.${part}=${longToken.slice(3800 * (part - 1), 3800 * part)}; `).join("")}${filled(() => `${own}session=~3; `)}`.slice(
        0,
        size,
      ),
  },
  "many flows": {
    cookie: filled((nth) => `${own}oauth.${padded(nth, 9)}-AAAAAAA${nth % 9}=${sealed(nth)}; `),
  },
  "many flows of one id": {
    cookie: filled((nth) => `${own}${nth % 2 ? "oauth" : "passkey"}.${padded(nth, 9)}-AAAAAAAA=1; `),
  },
  "many names of ours": { cookie: filled((nth) => `${own}${nth}=1; `) },
  "names of ours without values": { cookie: filled(() => `${own};`) },
  "our prefix in values": { cookie: `a=${filled(() => own)}` },
  "our prefix, almost": { cookie: filled(() => own.slice(0, -1)) },
  semicolons: { cookie: filled(() => ";") },
  "equals signs": { cookie: filled(() => "=") },
  "percent signs": { cookie: filled(() => "%") },
  quotes: { cookie: filled(() => '"') },
  "blanks in a session cookie": { cookie: `${own}session=a${filled(() => " ")}b` },
  "blanks before a cookie": { cookie: `a=1;${filled(() => " ")}${own}session=1` },
  "a long session token": { cookie: `${own}session=${filled(() => "m1-1-")}` },
  "a long sealed cookie": { cookie: `${own}browser=s1.AAAA.AAAA.${filled(() => "A")}` },
  "a sealed cookie of dots": {
    cookie: `${own}browser=${filled(() => ".")}; ${own}code=s1.${"A.".repeat(90)}`,
  },
  "many forwarded addresses": { "x-forwarded-for": filled((nth) => `203.0.113.${nth % 256}, `) },
  "a forwarded address of digits": { "x-forwarded-for": filled(() => "1") },
  "a forwarded address of colons": { "x-forwarded-for": filled(() => ":") },
  "a forwarded address of dots": { "x-forwarded-for": filled(() => "1.") },
  "a long origin": { origin: filled(() => "https://app.example") },
  "a long Sec-Fetch-Site": { "sec-fetch-site": filled(() => "same-origin ") },
  "a long content type": { "content-type": filled(() => "application/json;") },
  "a long request id": { "x-request-id": filled(() => "a ") },
}

/** Headers of the same size, as a browser with many cookies of other applications sends them. */
export const ordinaryHeaders = (session: string): Readonly<Record<string, string>> => ({
  cookie: `${own}session=${session}; ${filled((nth) => `cookie_${nth}=${"v".repeat(80)}; `)}`.slice(0, size),
})
