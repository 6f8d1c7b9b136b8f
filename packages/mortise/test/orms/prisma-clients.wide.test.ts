import { readFile } from "node:fs/promises"
import { beforeAll, describe, expect, test } from "vitest"
import { internals } from "../../src/contract/internals.ts"
import { extras } from "../../src/index.ts"
import { prismaAdapter } from "../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { clientOf, clientWithoutModels } = await import("./prisma/clients.ts")
const { PrismaPg } = await import("@prisma/adapter-pg")

const adapter = new PrismaPg({ connectionString: "postgres://127.0.0.1:1/none" })
type Client = InstanceType<Awaited<ReturnType<typeof clientOf>>>

/** A client with the documented models and changes to them. It never connects. */
async function documented(folder: string, change: (models: string) => string = (models) => models) {
  const file = new URL("../../../../peers/prisma/postgresql.prisma", import.meta.url)
  const models = (await readFile(file, "utf8")).replace(/^[\s\S]*?(?=model User)/, "")
  const PrismaClient = await clientOf("postgresql", folder, change(models))
  return new PrismaClient({ adapter })
}

describe("clients that are refused", () => {
  test.each([
    ["nothing", undefined, "prismaAdapter takes a PrismaClient"],
    ["another client", { query: () => {} }, "It received an object without `$queryRawUnsafe`"],
  ])("%s", (_, client, message) => {
    expect(() => prismaAdapter(client as never)).toThrow(message)
  })

  test.each([
    ["postgresql", "Install @prisma/adapter-pg, and pass it: new PrismaClient({ adapter: new PrismaPg("],
    ["mysql", "Install @prisma/adapter-mariadb, and pass it: new PrismaClient({ adapter: new PrismaMariaDb("],
    ["sqlite", "Install @prisma/adapter-libsql, and pass it: new PrismaClient({ adapter: new PrismaLibSql("],
  ] as const)("a client of %s without a driver adapter", async (provider, advice) => {
    const PrismaClient = await clientWithoutModels(provider)
    const client = new PrismaClient({ accelerateUrl: "prisma://accelerate.example/?api_key=canary" })
    expect(() => prismaAdapter(client)).toThrow("as driver adapters report them")
    expect(() => prismaAdapter(client)).toThrow(advice)
  })

  test("a driver adapter without transactions", async () => {
    const PrismaClient = await clientWithoutModels("sqlite")
    const d1 = { adapterName: "@prisma/adapter-d1", provider: "sqlite", connect: () => {} }
    const client = new PrismaClient({ adapter: d1 })
    expect(() => prismaAdapter(client)).toThrow("@prisma/adapter-d1 has no transactions")
  })

  test("an engine that Mortise does not support", async () => {
    const PrismaClient = await clientWithoutModels("cockroachdb")
    const client = new PrismaClient({ adapter })
    expect(() => prismaAdapter(client)).toThrow("not with cockroachdb")
    expect(() => prismaAdapter(client, { dialect: "postgres" })).not.toThrow()
    expect(() => prismaAdapter(client, { dialect: "oracle" as never })).toThrow("not with oracle")
  })

  test("an unknown option", async () => {
    const PrismaClient = await clientWithoutModels("postgresql")
    const client = new PrismaClient({ adapter })
    expect(() => prismaAdapter(client, { model: {} } as never)).toThrow("model")
  })
})

describe("client extensions", () => {
  let prisma: Client
  beforeAll(async () => {
    prisma = await documented("documented")
  })
  const query = () => {}

  test.each([
    ["query.user", { query: { user: { create: query } } }],
    ["query.$allModels", { query: { $allModels: { $allOperations: query } } }],
    ["query.$allOperations", { query: { $allOperations: query } }],
    ["query.$queryRaw", { query: { $queryRaw: query } }],
  ])("%s is refused, because statements would bypass it", (name, extension) => {
    const extended = prisma.$extends({ client: {} }).$extends(extension).$extends({ result: {} })
    expect(() => prismaAdapter(extended)).toThrow(`an extension that changes queries (${name})`)
  })

  test("extensions without queries, and those of other models, are not", () => {
    for (const extension of [
      { client: { $hello: query } },
      { model: { user: { hello: query } } },
      { result: { user: { hello: { needs: {}, compute: () => "hello" } } } },
      { query: { post: { create: query } } },
    ])
      expect(() => prismaAdapter(prisma.$extends(extension))).not.toThrow()
  })
})

describe("models", () => {
  test("of a transaction are those of its client", async () => {
    const prisma = await documented("members", (models) =>
      models.replace("model User {", "model Member {").replaceAll(" User ", " Member "),
    )
    const models = { user: "Member" }
    const adapter = prismaAdapter(prisma, { models })
    // A transaction of Prisma shares the internals of its client, and cannot connect.
    const transaction = new Proxy(prisma, { has: (target, name) => name !== "$connect" && name in target })
    expect(internals(prismaAdapter(transaction))?.schema).toBe(internals(adapter)?.schema)
  })

  test("the documented models are used, and frameworks may make an adapter per request", async () => {
    const prisma = await documented("documented")
    const [one, two] = [prismaAdapter(prisma), prismaAdapter(prisma)]
    expect(extras(one)).toBeDefined()
    expect(extras(two)).toBeDefined()
  })

  test("a model that does not exist", async () => {
    const prisma = await documented("documented")
    expect(() => prismaAdapter(prisma, { models: { user: "Person" } })).toThrow(
      "The option models names Person for user, but schema.prisma has no such model. It has User, Account",
    )
  })

  test("a function that only Prisma has", async () => {
    const prisma = await documented("second-cuid", (models) =>
      models.replace("@default(cuid())", "@default(cuid(2))"),
    )
    expect(() => prismaAdapter(prisma)).toThrow("Only Prisma creates cuid(2) of User.id")
    expect(() => prismaAdapter(prisma, { generate: { "cuid(2)": () => "made" } })).not.toThrow()
  })

  test("a missing column, with the line to add to schema.prisma", async () => {
    const prisma = await documented("without-verified", (models) =>
      models.replace(/ {2}emailVerified.*\n/, ""),
    )
    expect(() => prismaAdapter(prisma)).toThrow(/emailVerified DateTime\?$/)
  })
})
