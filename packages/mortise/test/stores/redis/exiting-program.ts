import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"

const [, , library = "ioredis", kind = "Redis", port = ""] = process.argv
const { Redis, Cluster } = await import(library)
const client = kind === "Cluster" ? new Cluster([{ host: "127.0.0.1", port }]) : new Redis(Number(port))
const adapter = ioredisAdapter(client, { prefix: crypto.randomUUID() })
const user = await adapter.createUser({ email: "ada@example.com" })
await adapter.getUser(user.id)
client.disconnect()
