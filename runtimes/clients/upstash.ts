import { Redis } from "@upstash/redis/cloudflare"
import { upstashAdapter } from "mortise/upstash"
import { nowhere, type Open, silent } from "./client.ts"

export const open: Open = ({ url, key: token = "" }) => {
  let client = new Redis({ url, token })
  const outage = () => {
    client = new Redis({ url: `http://${nowhere}`, token })
  }
  return { adapter: upstashAdapter(() => client, silent), close: () => {}, outage }
}
