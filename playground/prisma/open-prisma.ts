import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { createClient } from "@libsql/client"
import type { AuthAdapter } from "../../packages/mortise/src/auth/index.ts"
import type { Backend } from "../../packages/workshop/src/adapters/backend.ts"
import { readSchema } from "../../packages/workshop/src/official/schemas/read-schema.ts"
import { installPinned } from "../../packages/workshop/src/runtimes/install.ts"
import { generateClient } from "../../peers/prisma/generate-client.ts"
import { whyInstall } from "../../scripts/ensure-install.mjs"

// The packages of this folder are installed when they are first needed, so their types are written here.
type Client = { $disconnect(): Promise<void> }
type Generated = { readonly PrismaClient: new (options: { adapter: object }) => Client }
type Connected = { readonly adapter: AuthAdapter; close(): Promise<void> }

const folder = dirname(fileURLToPath(import.meta.url))
const localRequire = createRequire(import.meta.url)

/** Whether Prisma must be installed first. */
export const needsPrisma = (): boolean => whyInstall(folder) !== undefined

/** Installs Prisma and its official adapter, unless they are installed. */
export async function installPrisma(): Promise<void> {
  try {
    await installPinned(folder, "Prisma; about 30 s")
  } catch {
    throw new Error(
      `Prisma could not be installed. Check the network, or run "npm ci" in playground/prisma to see the error; then try again.`,
    )
  }
}

async function connect(provider: "sqlite" | "postgresql", driver: object): Promise<Connected> {
  const datamodel = await readFile(new URL(`../../peers/prisma/${provider}.prisma`, import.meta.url), "utf8")
  const generated: Generated = localRequire(
    await generateClient({ datamodel, from: import.meta.url, folder: provider }),
  )
  const client = new generated.PrismaClient({ adapter: driver })
  // Not a literal, because the compiler would look for the package.
  const name: string = "@auth/prisma-adapter"
  const { PrismaAdapter } = await import(name)
  return { adapter: PrismaAdapter(client), close: () => client.$disconnect() }
}

/** The official adapter of Prisma on tables in a schema of PostgreSQL. */
export async function prismaOnPostgres(connectionString: string, schema: string): Promise<Connected> {
  const { PrismaPg } = localRequire("@prisma/adapter-pg")
  return connect("postgresql", new PrismaPg({ connectionString }, { schema }))
}

/** The official adapter of Prisma on a SQLite file. The first connection creates the tables. */
export async function prismaOnSqlite(file: string, isFirst: boolean): Promise<Backend> {
  const url = pathToFileURL(file).href
  const sqlite = createClient({ url })
  if (isFirst) await sqlite.executeMultiple(await readSchema("prisma.sql"))
  const { PrismaLibSql } = localRequire("@prisma/adapter-libsql")
  const { adapter, close } = await connect("sqlite", new PrismaLibSql({ url }))
  return {
    adapter,
    rows: async (model) => {
      if (model === "authenticator") return []
      const table = `${model[0]?.toUpperCase()}${model.slice(1)}`
      return (await sqlite.execute(`SELECT * FROM "${table}"`)).rows.map((row) => ({ ...row }))
    },
    close: async () => {
      await close()
      sqlite.close()
    },
  }
}
