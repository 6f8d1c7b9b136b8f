import { redisAdapter } from "mortise/redis"
import { createClient } from "redis"
import { type Open, silent } from "./client.ts"

export const open: Open = async ({ url }) => {
  const client = createClient({ url })
  client.on("error", () => {})
  await client.connect()
  return { adapter: redisAdapter(client, silent), close: () => client.isOpen && client.destroy() }
}
