import { test } from "vitest"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { seed } from "../../../../workshop/src/tests/seed.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { checkLeaks } from "../../tenants/support/check-leaks.ts"

await installDynamodb()
const server = openForTests(startDynamodb)

test("no tenant learns of another", async () => {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table: "tenants", pointInTimeRecovery: false })
  const forTenant = dynamodbAdapter(client, { table: "tenants", tenants: true, onWarning: false })
  await checkLeaks(forTenant, seed, {
    "own-rows/upkeep-page-after-a-key":
      "pages are in the order of partitions, in which a made-up key has any place",
  })
  client.destroy()
}, 3_600_000)
