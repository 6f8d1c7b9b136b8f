import { APIError } from "better-auth/api"
import Sqlite from "libsql"
import { describe, expect, test, vi } from "vitest"
import { findSource } from "../../../src/better-auth/database-source.ts"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { type AuditSink, audited } from "../../../src/layers/index.ts"
import { auditKey, collect } from "../../layers/support/audited-memory.ts"
import { bare, openApplication, password } from "./application.ts"
import {
  brief,
  email,
  emailAndPassword,
  hash,
  newUser,
  openAudited,
  openAuth,
  takeNew,
  toRow,
} from "./audited-application.ts"

describe("in a transaction", () => {
  test("records are stored when it is committed, before it returns", async () => {
    const { records, adapter, visit } = await openAudited()
    await visit().signUp(email)
    takeNew(records)
    await adapter.transaction(async (inner) => {
      await inner.update({
        model: "user",
        where: [{ field: "email", value: email }],
        update: { name: "Ada L." },
      })
      await adapter.transaction(async () => adapter.deleteMany({ model: "session", where: [] }))
      expect(records).toEqual([])
    })
    expect(records.map(brief)).toEqual(["update user applied", "deleteMany session applied 1"])
    expect(records.map(({ sequence }) => sequence)).toEqual([4, 5])
  })

  test("that is rolled back, no write is applied", async () => {
    const { records, adapter, visit, column } = await openAudited({
      databaseHooks: {
        account: {
          create: {
            async before() {
              throw new APIError("BAD_REQUEST")
            },
          },
        },
      },
    })
    await expect(visit().signUp(email)).rejects.toThrow("answered")
    expect(records.map(brief)).toEqual(["create user failed"])
    expect(await column("user", "email")).toEqual([])
    takeNew(records)
    const failed = adapter.transaction(async () => {
      await adapter.deleteMany({ model: "user", where: [] })
      await adapter.create({ model: "user", data: {} })
    })
    await expect(failed).rejects.toMatchObject({ code: "invalid" })
    expect(records.map(brief)).toEqual(["deleteMany user absent 0", "create user refused invalid"])
  })

  test.each([
    ["indeterminate", "unknown indeterminate"],
    ["transient", "failed transient"],
  ])("whose commit is %s, writes are %s", async (code, expected) => {
    const { records, adapter, database } = await openAudited()
    const driver = findSource(database)?.client.driver
    const { transaction } = driver ?? {}
    if (!driver || !transaction) throw new Error("The client has no transactions.")
    driver.transaction = async (work) => {
      await transaction(work)
      throw Object.assign(new Error("the answer was lost"), {
        code: code === "transient" ? "SQLITE_BUSY" : "",
      })
    }
    const now = new Date()
    const data = { email, name: "Ada", emailVerified: false, createdAt: now, updatedAt: now }
    await expect(adapter.transaction((inner) => inner.create({ model: "user", data }))).rejects.toThrow()
    driver.transaction = transaction
    expect(records.map(brief)).toEqual([`create user ${expected}`])
  })

  test("that the client does not have, writes are applied at once", async () => {
    const { records, sink } = collect()
    const client = new Sqlite(":memory:")
    const database = audited(mortiseDatabase(client, { transaction: false }), sink, {
      key: auditKey,
      maxPending: 1,
    })
    const { adapter } = await openAuth(database)
    await expect(
      adapter.transaction(async () => {
        await adapter.create({ model: "user", data: newUser(email) })
        throw new Error("too late")
      }),
    ).rejects.toThrow("too late")
    expect(records.map(brief)).toEqual(["create user applied"])
  })

  test("a sink can write to the same database, even after a rollback", async () => {
    const { client, adapter, visit, restart } = await openApplication({ emailAndPassword }, bare)
    const stored: string[] = []
    const sink: AuditSink = async (batch) => {
      for (const record of batch) {
        await adapter.create({ model: "verification", data: toRow(record) })
        stored.push(brief(record))
      }
    }
    const onError = vi.fn()
    const restarted = await restart({ emailAndPassword }, (database) =>
      audited(database, sink, { key: auditKey, onError }),
    )
    await restarted.visit().signUp(email)
    const undone = restarted.adapter.transaction(async () => {
      await restarted.adapter.deleteMany({ model: "user", where: [] })
      throw new Error("undone")
    })
    await expect(undone).rejects.toThrow("undone")
    expect(onError).not.toHaveBeenCalled()
    expect(stored.at(-1)).toBe("deleteMany user failed")
    const { rows } = await client.execute("SELECT value FROM verification")
    expect(rows.map(({ value }) => value)).toEqual(stored)
    await visit().signIn(email)
  })
})

describe("the sink", () => {
  const broken: AuditSink = async () => {
    throw new Error("disk full")
  }

  test("that fails is reported, and the writes are done", async () => {
    const onError = vi.fn()
    const { visit, column } = await openApplication({ emailAndPassword }, (database) =>
      audited(database, broken, { key: auditKey, onError }),
    )
    await visit().signUp(email)
    expect(await column("user", "email")).toEqual([email])
    const lost = onError.mock.calls.flatMap(([, records]) => records.map(brief))
    expect(lost).toEqual(["create user applied", "create account applied", "create session applied"])
  })

  test("that fails refuses writes by choice, before they are sent", async () => {
    const { adapter, visit, column } = await openApplication({ emailAndPassword }, (database) =>
      audited(database, broken, { key: auditKey, whenSinkFails: "refuse", onError() {} }),
    )
    await expect(visit().signUp(email)).rejects.toThrow("answered")
    const created = adapter.create({ model: "user", data: newUser(email) })
    await expect(created).rejects.toMatchObject({ code: "unavailable", operation: "create" })
    expect(await column("user", "email")).toEqual([])
  })

  test("gets a started record before each write, and its end after the transaction", async () => {
    const { records, visit } = await openAudited({}, { whenSinkFails: "refuse" })
    await visit().signUp(email)
    expect(records.map((record) => [brief(record), record.start])).toEqual([
      ["create user started", undefined],
      ["create account started", undefined],
      ["create session started", undefined],
      ["create user applied", 1],
      ["create account applied", 2],
      ["create session applied", 3],
    ])
  })

  test.each([1, 1_000])("gets all records of concurrent requests, with maxPending %i", async (maxPending) => {
    const { records, visit } = await openAudited({}, { maxPending })
    const people = Array.from({ length: 8 }, (_, index) => `ada${index}@example.com`)
    await Promise.all(people.map((address) => visit().signUp(address)))
    await Promise.all(people.map((address) => visit().signIn(address)))
    expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, index) => index + 1))
    expect(new Set(records.map(brief))).toEqual(
      new Set(["create user applied", "create account applied", "create session applied"]),
    )
    expect(records.length).toBe(4 * people.length)
    const emails = await Promise.all(people.map((address) => hash("email", address)))
    expect(new Set(records.flatMap(({ subjects }) => subjects.email ?? []))).toEqual(new Set(emails))
  })
})

test("no statement is added", async () => {
  const count = async (wrap: (database: Database) => Database) => {
    const statements: string[] = []
    const { auth } = await openAuth(
      wrap(mortiseDatabase(new Sqlite(":memory:"), { onStatement: (text) => void statements.push(text) })),
    )
    const body = { email, password, name: "Ada" }
    const { token } = await auth.api.signUpEmail({ body })
    const headers = new Headers({ authorization: `Bearer ${token}` })
    await auth.api.signInEmail({ body })
    await auth.api.signOut({ headers })
    const context = await auth.$context
    await context.internalAdapter.deleteSession(token ?? "")
    await context.internalAdapter.deleteUser(
      (
        await context.adapter.findOne<{ id: string }>({
          model: "user",
          where: [{ field: "email", value: email }],
        })
      )?.id ?? "",
    )
    return statements
  }
  const sink = () => {}
  expect(await count((database) => audited(database, sink, { key: auditKey }))).toEqual(await count(bare))
})
