import { createRequire } from "node:module"
import { PrismaAdapter } from "@auth/prisma-adapter"
import { PrismaPg } from "@prisma/adapter-pg"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import { generateClient } from "../prisma/generate-client.ts"
import type { Entry } from "./on-server.ts"
import { poolAt } from "./postgres-ours.ts"

type Client = Parameters<typeof PrismaAdapter>[0] & { $disconnect(): Promise<void> }
type Generated = { PrismaClient: new (options: { adapter: PrismaPg }) => Client }

export const prisma: Entry = {
  name: "@auth/prisma-adapter",
  async open(url) {
    await generateClient()
    const { PrismaClient }: Generated = createRequire(import.meta.url)("@prisma/client")
    const pool = poolAt(url)
    await pool.query(await readSchema("prisma-postgres-with-ids.sql"))
    const client = new PrismaClient({ adapter: new PrismaPg(pool) })
    return {
      adapter: PrismaAdapter(client),
      async close() {
        await client.$disconnect()
        await pool.end()
      },
    }
  },
}
