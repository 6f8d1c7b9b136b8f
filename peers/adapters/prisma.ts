import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PrismaAdapter } from "@auth/prisma-adapter"
import { createClient } from "@libsql/client"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import type { OpenPeer } from "../peer.ts"
import { loadClient } from "../prisma/load-client.ts"
import { readSchema } from "../schemas/read-schema.ts"

const tables = ["Authenticator", "VerificationToken", "Session", "Account", "User"]

export async function open(): Promise<OpenPeer> {
  const { PrismaClient } = await loadClient("sqlite")
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
