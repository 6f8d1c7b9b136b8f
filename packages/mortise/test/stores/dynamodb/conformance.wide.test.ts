import { test } from "vitest"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { clientSuite } from "../../../../workshop/src/tests/tier.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { checkRemoval } from "../../tenants/support/check-leaks.ts"
import { conform } from "../servers/support/conform.ts"

await installDynamodb()
const server = openForTests(startDynamodb)
let tables = 0

// All cases run in a full run: each request takes DynamoDB Local milliseconds.
test("the suite passes on DynamoDB Local", async () => {
  const client = connectDynamodb(server.port)
  await conform(async () => {
    const table = `suite${++tables}`
    await createDynamodbTable(client, { table, pointInTimeRecovery: false })
    return { adapter: dynamodbAdapter(client, { table, onWarning: false }) }
  }, clientSuite)
  client.destroy()
}, 1_800_000)

test("one of two tenants with equal rows is removed", async () => {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table: "tenants", pointInTimeRecovery: false })
  await checkRemoval(dynamodbAdapter(client, { table: "tenants", tenants: true, onWarning: false }))
  client.destroy()
}, 600_000)
