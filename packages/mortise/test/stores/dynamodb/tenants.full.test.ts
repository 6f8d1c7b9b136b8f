import { test } from "vitest"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { seed } from "../../../../workshop/src/tests/seed.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { checkLeaks, checkRemoval } from "../../tenants/support/check-leaks.ts"

await installDynamodb()
const server = openForTests(startDynamodb)

test("no tenant learns of another, and one is removed alone", async () => {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table: "tenants", pointInTimeRecovery: false })
  const forTenant = dynamodbAdapter(client, { table: "tenants", tenants: true, onWarning: false })
  await checkLeaks(forTenant, seed)
  await checkRemoval(forTenant)
  client.destroy()
}, 3_600_000)
