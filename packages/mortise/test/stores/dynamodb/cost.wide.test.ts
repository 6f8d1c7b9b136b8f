import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { extras, type MortiseAdapter } from "../../../src/index.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"

await installDynamodb()
const server = openForTests(startDynamodb)
const expires = new Date(Date.now() + 3_600_000)
const later = new Date(Date.now() + 7_200_000)

/** Each operation in the order of a life, so that what it needs exists. */
const calls: readonly (readonly [name: string, call: (adapter: MortiseAdapter) => Promise<unknown>])[] = [
  ["createUser", ({ createUser }) => createUser({ id: "u", email: "u@example.com" })],
  [
    "linkAccount",
    ({ linkAccount }) =>
      linkAccount({ userId: "u", type: "oauth", provider: "github", providerAccountId: "u" }),
  ],
  ["createSession", ({ createSession }) => createSession({ userId: "u", sessionToken: "u", expires })],
  [
    "signUp",
    (adapter) =>
      extras(adapter).signUp({
        user: { email: "v@example.com" },
        account: { type: "oauth", provider: "github", providerAccountId: "v" },
        session: { sessionToken: "v", expires },
      }),
  ],
  ["getUser", ({ getUser }) => getUser("u")],
  ["getUserByEmail", ({ getUserByEmail }) => getUserByEmail("u@example.com")],
  [
    "getUserByAccount",
    ({ getUserByAccount }) => getUserByAccount({ provider: "github", providerAccountId: "u" }),
  ],
  ["getSessionAndUser", ({ getSessionAndUser }) => getSessionAndUser("u")],
  ["updateSession", ({ updateSession }) => updateSession({ sessionToken: "u", expires: later })],
  ["updateUser", ({ updateUser }) => updateUser({ id: "u", name: "U" })],
  [
    "createVerificationToken",
    ({ createVerificationToken }) =>
      createVerificationToken({ identifier: "u@example.com", token: "t", expires }),
  ],
  [
    "useVerificationToken",
    ({ useVerificationToken }) => useVerificationToken({ identifier: "u@example.com", token: "t" }),
  ],
  ["deleteSession", ({ deleteSession }) => deleteSession("u")],
  ["deleteUser", ({ deleteUser }) => deleteUser("u")],
]

/** The requests and units of each operation, as a row of the page. */
async function countCosts(table: string, others: number): Promise<string[]> {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table, pointInTimeRecovery: false })
  let [trips, reads, writes] = [0, 0, 0]
  // DynamoDB Local counts two units for any transaction, and the service two for each item of up to 1 KB.
  const counting = Object.assign(Object.create(client), {
    transactWriteItems: (input: { TransactItems: readonly unknown[] }) => {
      writes += input.TransactItems.length * 2
      return (client as unknown as { transactWriteItems(input: object): unknown }).transactWriteItems(input)
    },
  })
  const adapter = dynamodbAdapter(counting, {
    table,
    onRequest({ readUnits }) {
      trips++
      reads += readUnits
    },
  })
  for (let from = 0; from < others; from += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => adapter.createUser({ email: `${from + index}@example.com` })),
    )
  const rows: string[] = []
  for (const [name, call] of calls) {
    ;[trips, reads, writes] = [0, 0, 0]
    await call(adapter)
    rows.push(`| \`${name}\` | ${trips} | ${reads} | ${writes} |`)
  }
  client.destroy()
  return rows
}

test("the page has the round trips and units of each operation, which do not grow with the table", async () => {
  const rows = await countCosts("costs", 0)
  const page = readFileSync(join(root, "docs/dynamodb.md"), "utf8")
  expect(page).toContain(rows.join("\n"))
  expect(await countCosts("large", isFullRun ? 50_000 : 1_000)).toEqual(rows)
}, 1_800_000)
