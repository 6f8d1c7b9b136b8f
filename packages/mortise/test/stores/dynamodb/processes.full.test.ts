import { runConformance } from "@mortise/conformance"
import { expect, test } from "vitest"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { type MortiseAdapter, upkeep } from "../../../src/index.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"

await installDynamodb()
const server = openForTests(startDynamodb)

test("eight processes race on one table, and the suite passes", async () => {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table: "races", pointInTimeRecovery: false })
  process.env["MORTISE_TEST_DYNAMODB"] = `${server.port}/races`
  const module = new URL("./open-table.ts", import.meta.url)
  const processes = { module, processes: 8, execArgv: ["--import", "tsx"] }
  const report = await runConformance({ ...suiteOptions, ...processes, onLine: false })
  expect(report.results.flatMap(({ id, error }) => (error ? [`${id}: ${error.message}`] : []))).toEqual([])
  expect(report.passed).toBeGreaterThan(100)
  client.destroy()
}, 3_600_000)

test("a user with 10,000 sessions is deleted by 203 transactions, and nothing is left", async () => {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table: "sessions", pointInTimeRecovery: false })
  const requests: string[] = []
  const adapter: MortiseAdapter = dynamodbAdapter(client, {
    table: "sessions",
    onRequest: ({ name }) => requests.push(name),
  })
  await adapter.createUser({ id: "u", email: "u@example.com" })
  const expires = new Date(Date.now() + 3_600_000)
  for (let from = 0; from < 10_000; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        adapter.createSession({ userId: "u", sessionToken: `s${from + index}`, expires }),
      ),
    )
  requests.length = 0
  await adapter.deleteUser("u")
  // The fence, 200 batches, and the end; the service may split the list of rows into two pages.
  expect(requests.filter((name) => name === "transactWriteItems").length).toBeLessThanOrEqual(203)
  expect(await upkeep(adapter).count("session")).toBe(0)
  client.destroy()
}, 3_600_000)
