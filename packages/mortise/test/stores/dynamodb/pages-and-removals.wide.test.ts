import { expect, test } from "vitest"
import {
  connectDynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { startDynamodbProxy } from "../../../../workshop/src/dynamodb/dynamodb-proxy.ts"
import { type Key, type MortiseAdapter, type Page, type User, upkeep } from "../../../src/index.ts"
import { retryLimit } from "../../../src/operations/retry.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"

await installDynamodb()
const server = openForTests(startDynamodb)
const expires = new Date(Date.now() + 3_600_000)
const account = { type: "oauth", provider: "github", providerAccountId: "1" } as const

async function open(table: string) {
  const client = connectDynamodb(server.port)
  await createDynamodbTable(client, { table, pointInTimeRecovery: false })
  return { client, adapter: dynamodbAdapter(client, { table }) }
}

/** The emails of all users, a page of seven at a time. */
async function readEmails(adapter: MortiseAdapter, prefix?: string): Promise<string[]> {
  const emails: string[] = []
  let after: Key | null = null
  do {
    const options = { limit: 7, ...(after && { after }), ...(prefix !== undefined && { prefix }) }
    const page: Page<User> = await upkeep(adapter).page("user", options)
    emails.push(...page.rows.map((row) => row.email))
    after = page.next
  } while (after)
  return emails
}

test("pages have every user once, and those by email are in the order of the addresses", async () => {
  const { client, adapter } = await open("pages")
  const emails = Array.from({ length: 40 }, (_, index) => `${index % 2 ? "a" : "b"}${index}@example.com`)
  await Promise.all(emails.map((email) => adapter.createUser({ email })))
  expect((await readEmails(adapter)).sort()).toEqual([...emails].sort())
  expect(await readEmails(adapter, "")).toEqual([...emails].sort())
  expect(await readEmails(adapter, "a")).toEqual(emails.filter((email) => email.startsWith("a")).sort())
  expect(await upkeep(adapter).count("user")).toBe(40)
  client.destroy()
})

test("a user with 120 links is deleted with all of them", async () => {
  const { client, adapter } = await open("links")
  await adapter.createUser({ id: "u", email: "u@example.com" })
  const links = Array.from({ length: 120 }, (_, index) => ({
    identifier: "u@example.com",
    token: String(index),
    expires,
  }))
  await Promise.all(links.map(adapter.createVerificationToken))
  await adapter.deleteUser("u")
  expect(await upkeep(adapter).count("verificationToken")).toBe(0)
  client.destroy()
})

test("what an interrupted removal has left takes no key from others, and a sweep deletes it", async () => {
  const { client, adapter } = await open("interrupted")
  const proxy = await startDynamodbProxy(server.port)
  const dying = connectDynamodb(proxy.port, { maxAttempts: 1 })
  await adapter.createUser({ id: "u", email: "u@example.com" })
  await adapter.linkAccount({ ...account, userId: "u" })
  await adapter.createSession({ userId: "u", sessionToken: "u", expires })

  let transactions = 0
  proxy.inject(({ name }) => (name === "TransactWriteItems" && ++transactions > 1 ? "unsent" : undefined))
  const usual = retryLimit.milliseconds
  retryLimit.milliseconds = 1
  const warnings: string[] = []
  const onWarning = (warning: string) => warnings.push(warning)
  await dynamodbAdapter(dying, { table: "interrupted", onWarning }).deleteUser("u")
  retryLimit.milliseconds = usual
  expect(warnings).toEqual([expect.stringContaining("could not be deleted")])
  expect(await adapter.getSessionAndUser("u")).toBeNull()

  await adapter.createUser({ id: "v", email: "u@example.com" })
  await adapter.linkAccount({ ...account, userId: "v" })
  expect((await adapter.getUserByAccount(account))?.id).toBe("v")
  expect(await upkeep(adapter).sweep()).toBe(1)
  expect((await adapter.getUserByAccount(account))?.id).toBe("v")
  expect(await upkeep(adapter).count("session")).toBe(0)
  client.destroy()
  dying.destroy()
  await proxy.close()
})
