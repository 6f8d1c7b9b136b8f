import { httpAdapter } from "mortise/http"
import { nowhere, type Open, silent } from "./client.ts"

export const open: Open = ({ url, key = "" }) => {
  let base = url
  const send: typeof fetch = (input, init) => fetch(String(input).replace(url, base), init)
  const outage = () => {
    base = `http://${nowhere}`
  }
  return { adapter: httpAdapter({ url, key, fetch: send, ...silent }), close: () => {}, outage }
}
