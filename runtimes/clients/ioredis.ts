import { Redis } from "ioredis"
import { ioredisAdapter } from "mortise/ioredis"
import { type Open, silent } from "./client.ts"

export const open: Open = ({ url }) => {
  const client = new Redis(url)
  client.on("error", () => {})
  return { adapter: ioredisAdapter(client, silent), close: () => client.disconnect() }
}
