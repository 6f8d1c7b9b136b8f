import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { upkeep } from "../../src/index.ts"
import { withShortRetries } from "../stores/servers/support/short-retries.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { createPeople, peopleCount } from "../transfer/support/people.ts"
import { openDatabase } from "./support/database.ts"
import { runCli } from "./support/run-cli.ts"
import { runCommand } from "./support/run-command.ts"

async function open() {
  const [source, target] = [await openDatabase(), await openDatabase()]
  await createPeople(source.adapter)
  const file = join(source.folder, "people.jsonl")
  return { source, target, file }
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

describe("mortise export and import", () => {
  test("move everything to another database, and a second run verifies it: exit 0", async () => {
    const { source, target, file } = await open()
    const written = await source.run("export", file)
    expect([written.code, written.stderr]).toEqual([0, ""])
    expect(written.stdout).toContain(`user               ${peopleCount}\n`)
    expect([modeOf(file), existsSync(`${file}.partial`)]).toEqual(["600", false])
    const first = await target.run("import", file)
    expect([first.code, first.stderr]).toEqual([0, ""])
    expect(first.stdout).toContain(`account            created ${peopleCount}\n`)
    const second = await target.run("import", file, "--json")
    const { rows, problems, isComplete, otherUsers } = JSON.parse(second.stdout)
    expect([second.code, problems, isComplete, otherUsers]).toEqual([0, [], true, 0])
    expect(rows.user).toMatchObject({ created: 0, equal: peopleCount })
    expect(written.stdout + first.stdout + second.stdout).not.toContain("canary")
  })

  test("SEC-S3: a verifying run counts users that are not in the file, as those that exist twice", async () => {
    const { source, target, file } = await open()
    await source.run("export", file)
    await target.run("import", file)
    await target.adapter.createUser({ id: "twice", name: "Nobody" } as never)
    const { code, stdout } = await target.run("import", file)
    expect([code, stdout]).toEqual([0, expect.stringContaining("that are not in the file: 1.\n")])
    expect(JSON.parse((await target.run("import", file, "--json")).stdout).otherUsers).toBe(1)
  })

  test("an empty database is moved too: exit 0", async () => {
    const { target, file } = await open()
    expect((await target.run("export", file)).code).toBe(0)
    const { code, stdout } = await (await openDatabase()).run("import", file)
    expect([code, stdout]).toEqual([0, "The export has no rows.\n"])
  })

  test("--without-tokens writes no secret: exit 0", async () => {
    const { source, file } = await open()
    expect((await source.run("export", file, "--without-tokens", "--json")).code).toBe(0)
    expect(readFileSync(file, "utf8")).not.toContain("canary")
  })

  test("rows that differ are reported by line, without values: exit 1", async () => {
    const { source, target, file } = await open()
    await source.run("export", file)
    await target.adapter.createUser({ id: "other", email: "person-0@example.com" })
    const { code, stderr } = await target.run("import", file)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^line \d+, user: Another user has its email\.\n/),
    ])
    expect(stderr).not.toMatch(/person-0|canary/)
  })

  test("an existing file is never overwritten: exit 1", async () => {
    const { source, file } = await open()
    writeFileSync(file, "precious")
    const { code, stderr } = await source.run("export", file)
    expect([code, stderr]).toEqual([1, "The file exists: delete it, or choose another name.\n"])
    expect(readFileSync(file, "utf8")).toBe("precious")
  })

  test("an export that was killed continues: exit 0", async () => {
    const { source, file } = await open()
    await source.run("export", file)
    const whole = readFileSync(file, "utf8")
    const partial = `${file}-2.partial`
    writeFileSync(partial, whole)
    truncateSync(partial, Math.floor(whole.length / 2))
    expect((await source.run("export", `${file}-2`)).code).toBe(0)
    expect(readFileSync(`${file}-2`, "utf8")).toBe(whole)
    expect(modeOf(`${file}-2`)).toBe("600")
  })

  test.each([
    ["that is damaged", (text: string) => text.replace("person-1", "person-x"), "incomplete or damaged"],
    ["that is incomplete", (text: string) => text.slice(0, -200), "incomplete or damaged"],
    ["of another kind", () => "{}\n", "not an export"],
  ])("a file %s is refused before anything is written: exit 1", async (_, change, message) => {
    const { source, target, file } = await open()
    await source.run("export", file)
    writeFileSync(file, change(readFileSync(file, "utf8")))
    const { code, stdout, stderr } = await target.run("import", file)
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(message)])
    expect(await upkeep(target.adapter)?.count("user")).toBe(0)
  })

  test("a database that is down: exit 1, and a run after that succeeds", async () => {
    const { source, target, file } = await open()
    const down = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: "http://127.0.0.1:1/canary-4711" }
    const failure = [1, "", expect.stringMatching(/^The database failed: .+\.\n$/)]
    const outcome = ({ code, stdout, stderr }: Awaited<ReturnType<typeof runCommand>>) => {
      expect(stderr).not.toContain("canary")
      return [code, stdout, stderr]
    }
    expect(outcome(await withShortRetries(() => runCommand(["export", file], down)))).toEqual(failure)
    expect((await source.run("export", file)).code).toBe(0)
    expect(outcome(await withShortRetries(() => runCommand(["import", file], down)))).toEqual(failure)
    expect((await target.run("import", file)).code).toBe(0)
  })

  test("a file that does not exist: exit 1", async () => {
    const { target } = await open()
    const { code, stderr } = await target.run("import", "none.jsonl")
    expect([code, stderr]).toEqual([1, "The file cannot be read (ENOENT): check its name.\n"])
  })

  test("a folder that does not exist: exit 1", async () => {
    const { source, file } = await open()
    const { code, stderr } = await source.run("export", join(file, "none/people.jsonl"))
    expect([code, stderr]).toEqual([1, expect.stringContaining("The file cannot be written (")])
  })
})

describe("Ctrl-C", () => {
  /** A configuration that sends the signal of Ctrl-C to its process when a statement runs for the nth time. */
  const interrupting = (url: string, start: string, nth: number, schema = "undefined") => `
    import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
    import { libsqlAdapter } from "${join(root, "packages/mortise/dist/stores/sql/adapters/libsql-adapter.js")}"
    import { defineSchema } from "${join(root, "packages/mortise/dist/index.js")}"
    let runs = 0
    const onStatement = (text) => {
      if (text.startsWith(${JSON.stringify(start)}) && ++runs === ${nth}) process.kill(process.pid, "SIGINT")
    }
    export const adapter = libsqlAdapter(createClient({ url: "${url}" }), { onStatement, schema: ${schema} })`

  test("during an import stops it, and a second run loses nothing: exit 130, then 0", async () => {
    const { source, target, file } = await open()
    await source.run("export", file)
    const config = interrupting(target.env.MORTISE_DATABASE, 'INSERT INTO "accounts"', 3)
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const stopped = await runCli(["import", file], { cwd })
    // On a busy machine, lines about the progress come before it.
    expect([stopped.code, stopped.stderr]).toEqual([
      130,
      expect.stringMatching(/(^|\n)Stopped: run the same command to continue\.\n$/),
    ])
    expect(await upkeep(target.adapter)?.count("authenticator")).toBe(0)
    expect((await target.run("import", file)).code).toBe(0)
    const { rows } = JSON.parse((await target.run("import", file, "--json")).stdout)
    expect([rows.user.equal, rows.account.equal, rows.authenticator.equal]).toEqual(
      Array(3).fill(peopleCount),
    )
  })

  test("during an export stops it, and a second run completes the file: exit 130, then 0", async () => {
    const { source, file } = await open()
    const config = interrupting(source.env.MORTISE_DATABASE, "SELECT", 2)
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const stopped = await runCli(["export", file], { cwd })
    expect([stopped.code, existsSync(file), modeOf(`${file}.partial`)]).toEqual([130, false, "600"])
    expect((await source.run("export", file)).code).toBe(0)
    expect(existsSync(`${file}.partial`)).toBe(false)
  })

  test("where the database assigns ids, the second run continues with the same users", async () => {
    const { source, file } = await open()
    await source.run("export", file)
    const url = `file:${join(source.folder, "serial.db")}`
    const schema = 'defineSchema({ ids: "serial" })'
    const run = async (nth: number, ...args: readonly string[]) => {
      const config = interrupting(url, 'INSERT INTO "accounts"', nth, schema)
      return runCli(args, { cwd: temporaryTree({ "mortise.config.mjs": config }) })
    }
    expect((await run(0, "migrate")).code).toBe(0)
    expect((await run(2, "import", file)).code).toBe(130)
    expect([(await run(0, "import", file)).code, modeOf(`${file}.ids`)]).toEqual([0, "600"])
    const { rows } = JSON.parse((await run(0, "status", "--json")).stdout)
    expect([rows.user, rows.account]).toEqual([peopleCount, peopleCount])
  })
})
