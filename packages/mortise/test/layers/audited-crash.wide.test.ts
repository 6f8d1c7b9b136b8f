import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createClient } from "@libsql/client"
import { expect, onTestFinished, test } from "vitest"
import { seededRandom } from "../../../workshop/src/tests/seed.ts"
import { upkeep } from "../../src/index.ts"
import { type AuditRecord, auditHash } from "../../src/layers/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { auditKey as key } from "./support/audited-memory.ts"

const program = fileURLToPath(new URL("support/crashing-writer.ts", import.meta.url))
const rounds = 3
const random = seededRandom("crashes")

/** Runs a process that creates users, and kills it after some of them; the addresses that it printed. */
async function crash(url: string, log: string, mode: string): Promise<string[]> {
  const child = spawn(process.execPath, ["--import", "tsx", program, url, log, mode])
  let output = ""
  const after = 20 + random() * 60
  child.stdout.on("data", (chunk) => {
    output += chunk
    if (output.split("\n").length > after) child.kill("SIGKILL")
  })
  const signal = await new Promise((resolve) => child.on("close", (_, received) => resolve(received)))
  expect(signal).toBe("SIGKILL")
  return output.split("\n").slice(0, -1)
}

const hashesOf = async (emails: readonly string[]): Promise<string[]> =>
  Promise.all(emails.map((email) => auditHash(key, "email", email)))

test.each(["report", "refuse"])("a killed process leaves what the mode %s promises", async (mode) => {
  const folder = temporaryTree({})
  const url = `file:${join(folder, "auth.db")}`
  const client = createClient({ url })
  onTestFinished(() => client.close())
  const adapter = libsqlAdapter(client)
  await migrate(adapter)
  const returned: string[] = []
  const records: AuditRecord[] = []
  for (let round = 0; round < rounds; round++) {
    const log = join(folder, `audit-${round}.log`)
    returned.push(...(await crash(url, log, mode)))
    const lines = readFileSync(log, "utf8").split("\n").slice(0, -1)
    records.push(...lines.map((line) => JSON.parse(line)))
  }
  const hashesWith = (outcome: string) =>
    new Set(records.filter((record) => record.outcome === outcome).map(({ subjects }) => subjects.email))

  const applied = hashesWith("applied")
  expect((await hashesOf(returned)).filter((hash) => !applied.has(hash))).toEqual([])
  const { rows } = await upkeep(adapter).page("user", { limit: 1_000 })
  expect(rows.length).toBeGreaterThanOrEqual(returned.length)
  const recorded = mode === "refuse" ? hashesWith("started") : undefined
  const stored = await hashesOf(rows.map(({ email }) => email ?? ""))
  expect(stored.filter((hash) => recorded?.has(hash) === false)).toEqual([])
})
