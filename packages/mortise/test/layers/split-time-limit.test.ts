import { Client } from "pg"
import { expect, test } from "vitest"
import { extras } from "../../src/index.ts"
import { split } from "../../src/layers/index.ts"
import { newDatabase, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { someone } from "../support/people.ts"

const server = openForTests(pg.serve)
const timeoutSeconds = 1

test("SEC-T30: a call over both stores has one time limit, and undoes what it did", async () => {
  const [users, sessions] = [await newDatabase(pg, server), await newDatabase(pg, server)]
  const clients = [pg.connect(users), pg.connect(sessions)] as const
  const [ofUsers, ofSessions] = clients.map(({ adapter }) => adapter({ timeoutSeconds }))
  if (!ofUsers || !ofSessions) throw new Error("Both are open.")
  const adapter = split({ users: ofUsers, sessions: ofSessions })
  await adapter.createSession({
    sessionToken: "first",
    userId: (await adapter.createUser(someone())).id,
    expires: new Date(Date.now() + 60_000),
  })

  const locking = new Client(sessions)
  await locking.connect()
  await locking.query("BEGIN; LOCK TABLE users, sessions, slots")
  const user = someone()
  const started = performance.now()
  const session = { sessionToken: "second", expires: new Date(Date.now() + 60_000) }
  const signUp = extras(adapter).signUp({ user, session })
  await expect(signUp).rejects.toMatchObject({ code: "indeterminate", operation: "signUp" })
  // Without a limit of its own, the call waits for three answers in a row.
  expect(performance.now() - started).toBeLessThan(2.5 * timeoutSeconds * 1000)
  expect(await ofUsers.getUserByEmail(user.email)).not.toBeNull()

  await locking.end()
  await expect.poll(() => ofUsers.getUserByEmail(user.email)).toBeNull()
  await Promise.all(clients.map(({ close }) => close()))
})
