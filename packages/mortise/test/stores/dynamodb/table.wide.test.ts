import { expect, test } from "vitest"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { internals } from "../../../src/contract/internals.ts"
import { defineSchema } from "../../../src/schema/define-schema.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { inspect } from "../../../src/stores/sql/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"

await installDynamodb()
const server = openForTests(startDynamodb)

/** The codes of what `inspect` finds, without what DynamoDB Local does not know: its recovery. */
const findCodes = async (adapter: object) =>
  (await inspect(adapter)).server?.map(({ code }) => code).filter((code) => code !== "unknown_settings") ?? []

test("the table is created once, by any number of processes, and inspected", async () => {
  const client = connectDynamodb(server.port)
  const adapter = dynamodbAdapter(client, { table: "auth" })
  await expect(adapter.getUser("1")).rejects.toMatchObject({ code: "not_migrated" })
  expect(await findCodes(adapter)).toEqual(["no_table"])

  const { createStorage } = internals(adapter) ?? {}
  const planned = await createStorage?.(true)
  expect(planned?.map(({ statement }) => statement.split(" ")[0])).toEqual([
    "createTable",
    "updateTimeToLive",
    "updateContinuousBackups",
  ])
  expect(await findCodes(adapter)).toEqual(["no_table"])

  await Promise.all(Array.from({ length: 8 }, () => createDynamodbTable(client, { table: "auth" })))
  expect(await findCodes(adapter)).toEqual([])
  expect(await createStorage?.(true)).toEqual([])
  expect(await adapter.getUser("1")).toBeNull()
  client.destroy()
})

test("a table with another key, without protection and without a time to live, is reported", async () => {
  const client = connectDynamodb(server.port)
  const raw = client as unknown as { createTable(input: object): Promise<unknown> }
  await raw.createTable({
    TableName: "other",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
  })
  const adapter = dynamodbAdapter(client, { table: "other" })
  expect(await findCodes(adapter)).toEqual(["wrong_table_key", "no_deletion_protection", "no_ttl"])
  await expect(adapter.createUser({ email: "a@example.com" })).rejects.toMatchObject({ code: "not_migrated" })
  client.destroy()
})

test("names of tables and clients that do not fit are refused", () => {
  const client = connectDynamodb(server.port)
  expect(() => dynamodbAdapter(client, { table: "a" })).toThrow("`table` must be a name")
  expect(() => dynamodbAdapter({} as never)).toThrow("not a DynamoDBClient")
  client.destroy()
})

test("a row of more than 396 KB is refused, and long keys are stored", async () => {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table: "long", pointInTimeRecovery: false })
  const adapter = dynamodbAdapter(client, { table: "long", schema: defineSchema({ unknown: "keep" }) })
  const large = { email: "a@example.com", notes: { text: "x".repeat(400 * 1024) } }
  await expect(adapter.createUser(large as never)).rejects.toMatchObject({ code: "invalid" })
  const { id } = await adapter.createUser({ email: "b@example.com" })
  const sessionToken = "€".repeat(341)
  await adapter.createSession({ userId: id, sessionToken, expires: new Date(Date.now() + 60_000) })
  expect((await adapter.getSessionAndUser(sessionToken))?.session.sessionToken).toBe(sessionToken)
  client.destroy()
})
