import { createPool as createMariadbPool } from "mariadb"
import { createPool } from "mysql2/promise"
import { Client, Pool } from "pg"
import postgres from "postgres"
import { describe, expect, onTestFinished, test } from "vitest"
import { execute as onMariadb, openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { execute as onPostgres, openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import type { Driver } from "../../../src/sql/driver.ts"
import { errorContext } from "../../../src/sql/errors/error-context.ts"
import { nativeClient } from "../../../src/sql/orms/connections/native-client.ts"
import { statement } from "../../../src/sql/statement.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { add, createThings, inTime, names, type Subject, transactionCases } from "./cases.ts"

type Connected = { readonly client: object; close(): Promise<unknown> }
type Connect = (url: string, connections?: number) => Promise<Connected>

const withEnd = <C extends { end(): Promise<unknown> }>(client: C): Connected => ({
  client,
  close: () => client.end(),
})

const pgPool: Connect = async (url, max = 10) => withEnd(new Pool({ connectionString: url, max }))
const pgClient: Connect = async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { client, close: () => client.end().catch(() => {}) }
}
const postgresJs: Connect = async (url, max = 10) => {
  const client = postgres(url, { max, onnotice: () => {} })
  return { client, close: () => client.end({ timeout: 1 }) }
}
const mysql2: Connect = async (uri, connectionLimit = 10) => withEnd(createPool({ uri, connectionLimit }))
const mariadb: Connect = async (url, connectionLimit = 10) =>
  withEnd(
    createMariadbPool(
      `${url.replace(/^mysql:/, "mariadb:")}?connectionLimit=${connectionLimit}&acquireTimeout=3000`,
    ),
  )

async function open(connect: Connect, url: string, connections?: number): Promise<Driver> {
  const { client, close } = await connect(url, connections)
  onTestFinished(async () => void (await close()))
  const driver = nativeClient(client)?.driver
  if (!driver) throw new Error("No driver recognizes this client.")
  return driver
}

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable("the transaction was committed"),
    (error: unknown) => error,
  )

const codeOf = (error: unknown): unknown => errorContext(error).code ?? (error as { code?: unknown }).code

const servers = [
  {
    name: "PostgreSQL",
    serve: openPostgres,
    execute: onPostgres,
    parameter: "$1",
    ownId: "SELECT pg_backend_pid()",
    kill: (id: unknown) => `SELECT pg_terminate_backend(${id})`,
    clients: { "a Pool of pg": pgPool, "a Client of pg": pgClient, "postgres.js": postgresJs },
  },
  {
    name: "MariaDB",
    serve: openMariadb,
    execute: onMariadb,
    parameter: "?",
    ownId: "SELECT CONNECTION_ID()",
    kill: (id: unknown) => `KILL ${id}`,
    clients: { mysql2, mariadb },
  },
] as const

describe.each(servers)("on $name", ({ serve, execute, parameter, clients, ownId, kill }) => {
  const server = openForTests(serve)
  const newDatabase = async (): Promise<string> => {
    const url = await server.database()
    await execute(url, createThings)
    return url
  }
  const committed = async (connect: Connect, url: string) => names(await open(connect, url))

  describe.each(Object.entries<Connect>(clients))("through %s", (name, connect) => {
    test.each(Object.entries(transactionCases))("%s", async (_, run) => {
      await run({ driver: await open(connect, await newDatabase()), parameter })
    })

    test("transactions on a pool of one connection wait for each other", async () => {
      const subject: Subject = { driver: await open(connect, await newDatabase(), 1), parameter }
      const work = (nth: number) => subject.driver.transaction?.((inside) => add(subject, inside, `n${nth}`))
      await inTime(Promise.all([1, 2, 3, 4].map(work)))
      expect(await names(subject.driver)).toEqual(["n1", "n2", "n3", "n4"])
    })

    test.each(["and is not used again", "and is used again"])(
      "a connection that ends inside, %s, leaves nothing behind",
      async (how) => {
        const url = await newDatabase()
        const subject: Subject = { driver: await open(connect, url, 1), parameter }
        const error = await failed(
          inTime(
            (subject.driver.transaction as NonNullable<Driver["transaction"]>)(async (inside) => {
              await add(subject, inside, "lost")
              const [row] = (await inside.run(statement(ownId), [])).rows
              await execute(url, kill(row?.[0]))
              await new Promise((resolve) => setTimeout(resolve, 100))
              if (how === "and is used again") {
                const first = await failed(add(subject, inside, "lost too"))
                expect(codeOf(first)).toBe("transient")
                await failed(add(subject, inside, "lost as well"))
              }
            }),
          ),
        )
        if (how === "and is used again") expect(codeOf(error)).toBe("transient")
        expect(await committed(connect, url)).toEqual([])
        if (name === "a Client of pg") return
        await add(subject, subject.driver, "next")
        expect(await names(subject.driver)).toEqual(["next"])
      },
    )

    test("a lost answer to the COMMIT is indeterminate", async () => {
      const url = await newDatabase()
      const proxy = await startProxy(Number(new URL(url).port))
      onTestFinished(() => proxy.close())
      const subject: Subject = { driver: await open(connect, proxy.through(url), 1), parameter }
      const error = await failed(
        inTime(
          (subject.driver.transaction as NonNullable<Driver["transaction"]>)(async (inside) => {
            await add(subject, inside, "a")
            proxy.loseAnswer((sent) => /commit/i.test(sent.toString("latin1")))
          }),
        ),
      )
      expect(errorContext(error).code).toBe("indeterminate")
      expect(await committed(connect, url)).toEqual(["a"])
      if (name !== "a Client of pg") expect(await names(subject.driver)).toEqual(["a"])
    })
  })
})

describe("on MariaDB, after the server has rolled back", () => {
  const server = openForTests(openMariadb)

  test.each([
    ["mysql2", mysql2],
    ["mariadb", mariadb],
  ])("a deadlock of %s ends the transaction, even if its error is caught", async (_, connect) => {
    const url = await server.database()
    await onMariadb(url, createThings, "INSERT INTO things VALUES ('1'), ('2')")
    const subject: Subject = { driver: await open(connect, url), parameter: "?" }
    const lock = (driver: Driver, name: string) =>
      driver.run(statement("SELECT name FROM things WHERE name = ? FOR UPDATE"), [name])
    let ready = 0
    const outcomes = await Promise.allSettled(
      ["1", "2"].map((mine) =>
        subject.driver.transaction?.(async (inside) => {
          await lock(inside, mine)
          ready++
          while (ready < 2) await new Promise((resolve) => setTimeout(resolve, 5))
          await Promise.resolve(lock(inside, mine === "1" ? "2" : "1")).catch(() => {})
          // Would be committed on its own after the rollback.
          await add(subject, inside, `by ${mine}`).catch(() => {})
        }),
      ),
    )
    const losers = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))
    expect(losers).toHaveLength(1)
    expect(codeOf(losers[0])).toBe("transient")
    expect(await names(subject.driver)).toHaveLength(3)
  })
})
