import {
  constants,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { toOpenStore } from "../../src/cli/configuration/open-store.ts"
import { writeExport } from "../../src/cli/files/export-file.ts"
import { storeRows } from "../../src/cli/files/on-rows.ts"
import { checkOwnFile } from "../../src/cli/files/own-file.ts"
import { mortise } from "../../src/contract/has-internals.ts"
import { internals } from "../../src/contract/internals.ts"
import { defineSchema, MortiseError } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { addPerson, commandsOn } from "./support/adapter-in-process.ts"
import { openDatabase } from "./support/database.ts"

const openSource = async () => {
  const source = await openDatabase()
  await addPerson(source.adapter, "ada")
  const file = join(source.folder, "people.jsonl")
  return { ...source, file, partial: `${file}.partial` }
}

test("SEC-S15: a file of another user is not an own file", () => {
  const stats = statSync(join(temporaryTree({ file: "" }), "file"))
  expect(() => checkOwnFile("file", stats)).not.toThrow()
  for (const change of [{ uid: stats.uid + 1 }, { nlink: 2 }, { mode: constants.S_IFIFO | 0o600 }])
    expect(() => checkOwnFile("file", Object.assign(Object.create(stats), stats, change))).toThrow(
      /is a link, or belongs to another user/,
    )
})

describe("SEC-S15: mortise export", () => {
  test("does not overwrite a file that is created while it writes", async () => {
    const { adapter, file, partial } = await openSource()
    const exported = writeExport(await storeRows(await toOpenStore(adapter)), file, {
      tokens: true,
      signal: new AbortController().signal,
      progress: () => writeFileSync(file, "of somebody else"),
    })
    await expect(exported).rejects.toThrow("The file exists")
    expect(readFileSync(file, "utf8")).toBe("of somebody else")
    expect(existsSync(partial)).toBe(true)
  })

  test.each([
    ["a link", symlinkSync],
    ["a second name", linkSync],
  ])("does not write into a file through %s at .partial", async (_, make) => {
    const { run, file, partial } = await openSource()
    const precious = `${file}.precious`
    writeFileSync(precious, "")
    make(precious, partial)
    const { code, stderr } = await run("export", file)
    expect([code, stderr]).toEqual([
      1,
      "people.jsonl.partial is a link, or belongs to another user: delete it, or choose another name.\n",
    ])
    expect([readFileSync(precious, "utf8"), existsSync(file)]).toEqual(["", false])
  })

  test("does not follow a link to nothing", async () => {
    const { run, file, partial, folder } = await openSource()
    const missing = join(folder, "missing")
    symlinkSync(missing, partial)
    expect((await run("export", file)).code).toBe(1)
    rmSync(partial)
    symlinkSync(missing, file)
    expect((await run("export", file)).code).toBe(1)
    expect(existsSync(missing)).toBe(false)
  })

  test("does not overwrite a .partial that is not an export", async () => {
    const { run, file, partial } = await openSource()
    writeFileSync(partial, "precious")
    const { code, stderr } = await run("export", file)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/exists and is not an export: delete it/)])
    expect(readFileSync(partial, "utf8")).toBe("precious")
  })

  /** An adapter whose pages of a model fail. */
  const failingAt = (adapter: object, model: string) => {
    const inside = internals(adapter)
    const page: NonNullable<typeof inside>["upkeep"]["page"] = (name, options) => {
      if (name === model) throw new MortiseError("unavailable", "The store is down.")
      return inside?.upkeep.page(name, options) ?? Promise.reject(new Error(name))
    }
    return commandsOn({ ...adapter, [mortise]: { ...inside, upkeep: { ...inside?.upkeep, page } } })
  }

  test("that fails before the first page leaves no .partial", async () => {
    const { adapter, file, partial } = await openSource()
    const { code, stderr } = await failingAt(adapter, "user")("export", file)
    expect([code, stderr, existsSync(partial)]).toEqual([
      1,
      "The database failed: The store is down.\n",
      false,
    ])
  })

  test("that fails later says what .partial is for, and the same command continues it", async () => {
    const { adapter, run, file, partial } = await openSource()
    const { code, stderr } = await failingAt(adapter, "session")("export", file)
    expect([code, stderr]).toEqual([
      1,
      "The export failed: The store is down. people.jsonl.partial has the rows so far, with their tokens: run the same command to continue it, or delete it.\n",
    ])
    expect((await run("export", file)).code).toBe(0)
    expect([existsSync(partial), existsSync(file)]).toEqual([false, true])
  })
})

describe("SEC-S15: the file with the ids", () => {
  test.each([
    ["a link", symlinkSync],
    ["a second name of a file", linkSync],
  ])("is not written if it is %s", async (_, make) => {
    const { run, file } = await openSource()
    await run("export", file)
    const precious = `${file}.precious`
    writeFileSync(precious, "")
    make(precious, `${file}.ids`)
    const target = memoryAdapter({ schema: defineSchema({ ids: "serial" }) })
    const { code, stderr } = await commandsOn(target)("import", file)
    expect([code, stderr]).toEqual([1, expect.stringContaining("people.jsonl.ids is a link")])
    expect(readFileSync(precious, "utf8")).toBe("")
  })
})
