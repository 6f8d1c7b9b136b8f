import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, test } from "vitest"
import { createBench } from "./checks/check.ts"
import { lockChecks } from "./checks/locks.ts"
import { transactionChecks } from "./checks/transactions.ts"
import { client as libsql } from "./clients/libsql.ts"
import { file as libsqlClient } from "./clients/libsql-client.ts"

const folder = mkdtempSync(join(tmpdir(), "mortise-locks-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Both clients leave a write open that finds the file locked. Every client has these checks in clients.test.ts.
describe.each([
  ["libsql", libsql, "connection"],
  ["@libsql/client", libsqlClient, "pool"],
] as const)("on a file, through %s", (_, client, kind) => {
  const bench = createBench(client, kind, mkdtempSync(join(folder, kind)))
  const checks = Object.entries({ ...transactionChecks, ...lockChecks }).filter(([, { on }]) =>
    on.includes(kind),
  )
  test.each(checks)("%s", async (_, { run }) => run(bench))
})
