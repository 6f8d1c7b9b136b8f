import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename } from "node:path"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { generateClient } from "../../../../../peers/prisma/generate-client.ts"
import type { Rewrite } from "./rewrite.ts"

type Delegate = {
  findMany(): Promise<object[]>
  deleteMany(): Promise<unknown>
  create(query: { data: object }): Promise<unknown>
}
type Client = Readonly<Record<string, Delegate>> & { $disconnect(): Promise<void> }

const providers = { postgres: "postgresql", mysql: "mysql", sqlite: "sqlite" }
const models = ["user", "account", "session", "verificationToken", "authenticator", "slot"]

/** Checks the models, generates their client, and reads, deletes and inserts all rows with it. */
export const rewriteWithPrisma: Rewrite = async (engine, url, file) => {
  const head = `datasource db {\n  provider = "${providers[engine]}"\n}\n\ngenerator client {\n  provider = "prisma-client-js"\n}\n\n`
  const datamodel = head + readFileSync(file, "utf8")
  const folder = basename(file, ".prisma")
  const { PrismaClient } = createRequire(import.meta.url)(
    await generateClient({ datamodel, from: import.meta.url, folder }),
  )
  const client: Client = new PrismaClient({ adapter: adapters[engine](url) })
  const of = (model: string) => client[model] as Delegate
  const rows = await Promise.all(models.map((model) => of(model).findMany()))
  for (const model of models) await of(model).deleteMany()
  for (const [nth, model] of models.entries())
    for (const row of rows[nth] ?? []) await of(model).create({ data: withoutNulls(row) })
  await client.$disconnect()
  return rows.flat()
}

// Prisma accepts no null for JSON.
const withoutNulls = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const adapters = {
  postgres: (url: string) => new PrismaPg({ connectionString: url }),
  mysql: (url: string) => new PrismaMariaDb(`${url}?minimumIdle=1`),
  sqlite: (url: string) => new PrismaLibSql({ url }),
}
