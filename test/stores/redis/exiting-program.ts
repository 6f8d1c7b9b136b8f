import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis.ts"

const [, , library = "ioredis", port = ""] = process.argv
const { Redis } = await import(library)
const client = new Redis(Number(port))
const adapter = ioredisAdapter(client, { prefix: crypto.randomUUID() })
const user = await adapter.createUser({ email: "ada@example.com" })
await adapter.getUser(user.id)
client.disconnect()
