import { createRequire } from "node:module"
import { setTimeout as sleep } from "node:timers/promises"
import { PrismaPg } from "@prisma/adapter-pg"
import { Pool } from "pg"
import type { Client } from "../prisma/clients.ts"
import { prismaStore } from "../prisma/prisma-store.ts"
import { postgresDatabases } from "../support/databases.ts"

const require = createRequire(import.meta.url)
const compiler = (file: string) => require(`@prisma/client/runtime/query_compiler_bg.postgresql${file}.js`)

/** A client of Prisma 6 without models, made as its generator does. The command line of Prisma downloads an engine. */
const PrismaClient: new (options: { adapter: object }) => Client =
  require("@prisma/client/runtime/client.js").getPrismaClient({
    generator: { config: { engineType: "client" }, previewFeatures: [] },
    clientVersion: "6.19.3",
    dirname: ".",
    relativePath: ".",
    engineVersion: "",
    activeProvider: "postgresql",
    datasourceNames: ["db"],
    inlineDatasources: { db: { url: { fromEnvVar: null, value: "postgres://127.0.0.1/none" } } },
    inlineSchema: 'datasource db {\n  provider = "postgresql"\n  url = "postgres://127.0.0.1/none"\n}\n',
    runtimeDataModel: { models: {}, enums: {}, types: {} },
    engineWasm: undefined,
    compilerWasm: {
      getRuntime: async () => compiler(""),
      getQueryCompilerWasmModule: async () =>
        new WebAssembly.Module(Buffer.from(compiler(".wasm-base64").wasm, "base64")),
    },
  })

// Prisma 6 never releases the connection of a transaction if that connection is lost, so closing may not end.
const inTime = (work: Promise<unknown>) => Promise.race([work, sleep(1_000, undefined, { ref: false })])

const stores = [
  prismaStore("Prisma 6 with a pool of pg", postgresDatabases, async (url) => {
    const pool = new Pool({ connectionString: url })
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
    return { prisma, close: () => inTime(prisma.$disconnect().then(() => pool.end())) }
  }),
  prismaStore("Prisma 6 on PostgreSQL", postgresDatabases, async (connectionString) => {
    const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) })
    return { prisma, close: () => inTime(prisma.$disconnect()) }
  }),
]

export const otherPrismaStores = stores.map((store) => ({ ...store, savepoints: "unseen" as const }))
