import { mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PrismaAdapter } from "@auth/prisma-adapter"
import { createClient } from "@libsql/client"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import type { OpenPeer } from "../peer.ts"
import { generateClient } from "../prisma/generate-client.ts"
import { readSchema } from "../schemas/read-schema.ts"

type Client = Parameters<typeof PrismaAdapter>[0] & { $disconnect(): Promise<void> }
type Generated = { PrismaClient: new (options: { adapter: PrismaLibSql }) => Client }

const tables = ["Authenticator", "VerificationToken", "Session", "Account", "User"]

export async function open(): Promise<OpenPeer> {
  await generateClient()
  const { PrismaClient }: Generated = createRequire(import.meta.url)("@prisma/client")
  const folder = await mkdtemp(join(tmpdir(), "mortise-peer-"))
  const url = `file:${join(folder, "auth.sqlite")}`
  const sqlite = createClient({ url })
  await sqlite.executeMultiple(`PRAGMA journal_mode = WAL; ${await readSchema("prisma.sql")}`)
  const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url }) })
  return {
    adapter: PrismaAdapter(prisma),
    reset: () => sqlite.executeMultiple(tables.map((table) => `DELETE FROM "${table}";`).join("")),
    close: async () => {
      await prisma.$disconnect()
      sqlite.close()
      await rm(folder, { recursive: true })
    },
  }
}
