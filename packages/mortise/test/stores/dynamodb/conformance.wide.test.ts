import { test } from "vitest"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { conform } from "../servers/support/conform.ts"

await installDynamodb()
const server = openForTests(startDynamodb)
let tables = 0

test("the suite passes on DynamoDB Local", async () => {
  const client = connectDynamodb(server.port)
  await conform(async () => {
    const table = `suite${++tables}`
    await createDynamodbTable(client, { table, pointInTimeRecovery: false })
    return { adapter: dynamodbAdapter(client, { table, onWarning: false }) }
  }, suiteOptions)
  client.destroy()
}, 1_800_000)
