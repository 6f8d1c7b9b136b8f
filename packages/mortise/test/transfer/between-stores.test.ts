import { afterAll, describe, expect, test } from "vitest"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { defineSchema, extras, upkeep } from "../../src/index.ts"
import { importRows } from "../../src/transfer/index.ts"
import { createPeople, exportedLines, later, peopleCount, reportOf } from "./support/people.ts"
import { openStores } from "./support/stores.ts"

const { stores, close } = openStores()
afterAll(close)

const names = Object.keys(stores)
// Each store is read once and written once. A full run has all pairs.
const ring = names.map((from, index) => [from, names[(index + 1) % names.length] ?? from] as const)
const allPairs = names.flatMap((from) => names.map((to) => [from, to] as const))
const pairs = isFullRun ? allPairs : ring
const open = (name: string, schema?: Parameters<NonNullable<(typeof stores)[string]>>[0]) =>
  stores[name]?.(schema) ?? Promise.reject(new Error(name))

describe.each(pairs)("from %s to %s", (from, to) => {
  test("every row arrives with all values, and a second run finds them equal", async () => {
    const [source, target] = [await open(from), await open(to)]
    await createPeople(source)
    const lines = await exportedLines(source)
    expect(await importRows(target, lines)).toEqual(reportOf("created"))
    expect(await importRows(target, lines)).toEqual(reportOf("equal"))
    // All but the expired session, and in the same order.
    const rows = (all: readonly string[]) =>
      all.filter((line) => !/"page"|"end"|2020-01-01|"mortise"/.test(line))
    expect(rows(await exportedLines(target))).toEqual(rows(lines))
  })
})

const assigning = names
  .filter((name) => name !== "memory")
  .flatMap((name) => (["serial", "uuid"] as const).map((ids) => [name, ids] as const))
  .filter(([name, ids]) => name !== "sqlite" || ids === "serial")

describe.each(assigning)("to %s with %s ids", (to, ids) => {
  test("rows get the new ids of their users, and a second run finds them", async () => {
    const [source, target] = [await open("memory"), await open(to, defineSchema({ ids }))]
    await createPeople(source)
    const lines = await exportedLines(source)
    const map = new Map<string, string>()
    const options = { ids: map, onId: (old: string, made: string) => void map.set(old, made) }
    expect(await importRows(target, lines, options)).toEqual(reportOf("created"))
    expect(map.size).toBe(peopleCount)
    expect(await importRows(target, lines, options)).toEqual(reportOf("equal"))
    for (const [old, made] of map) {
      const [before, after] = await Promise.all([
        extras(source)?.listAccounts?.(old),
        extras(target)?.listAccounts?.(made),
      ])
      expect(after).toEqual(before?.map((account) => ({ ...account, userId: made })))
    }
    expect(await upkeep(target)?.count("user")).toBe(peopleCount)
  })

  test("SEC-S3: several runs at once create no user twice, with an email or without", async () => {
    const [source, target] = [await open("memory"), await open(to, defineSchema({ ids }))]
    await createPeople(source)
    const lines = await exportedLines(source)
    await Promise.all([1, 2, 3].map(() => importRows(target, lines)))
    expect(await importRows(target, lines)).toEqual(reportOf("equal"))
    expect(await upkeep(target)?.count("user")).toBe(peopleCount)
  })

  test("the rows of a person are never given to another person with the same email", async () => {
    const [source, target] = [await open("memory"), await open(to, defineSchema({ ids }))]
    const { id } = await source.createUser({ email: "ada@example.com", name: "Ada" })
    await source.createSession({ sessionToken: "canary", userId: id, expires: later })
    await target.createUser({ email: "ada@example.com", name: "Mallory" })
    const { rows } = await importRows(target, await exportedLines(source))
    expect(rows).toMatchObject({ user: { different: 1 }, session: { refused: 1 } })
    expect(await target.getSessionAndUser("canary")).toBeNull()
  })

  test("without the ids of an earlier run, users with an email are found again", async () => {
    const [source, target] = [await open("memory"), await open(to, defineSchema({ ids }))]
    await source.createUser({ email: "ada@example.com", name: "Ada" })
    const lines = await exportedLines(source)
    await importRows(target, lines)
    expect((await importRows(target, lines)).rows.user).toMatchObject({ equal: 1, created: 0 })
    expect(await upkeep(target)?.count("user")).toBe(1)
  })
})
