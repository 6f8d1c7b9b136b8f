import { describe, expect, test } from "vitest"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { upkeep } from "../../../src/index.ts"
import {
  type Engine,
  mariadb,
  mysql2,
  mysql2AsMysql,
  newDatabase,
  pg,
  postgresJs,
} from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someToken } from "../../support/people.ts"

const holds = (word: string) => (sent: Buffer) => sent.includes(word)

function describeLostAnswers(engines: readonly [Engine, ...Engine[]]): void {
  const server = openForTests(engines[0].serve)

  describe.each(engines)("SEC-N4 a lost answer, through $name", (engine) => {
    /** One connection through a proxy, on which every statement of these tests is prepared. */
    async function open() {
      const url = await newDatabase(engine, server)
      const proxy = await startProxy(Number(new URL(url).port))
      const client = engine.connect(proxy.through(url), 1)
      const sent: string[] = []
      const adapter = client.adapter({ onStatement: (text) => sent.push(text) })
      const { user, session } = await signIn(adapter)
      await adapter.updateUser({ id: user.id, name: "Ada" })
      await adapter.getUser(user.id)
      await adapter.getSessionAndUser(session.sessionToken)
      const token = await adapter.createVerificationToken(someToken())
      await adapter.useVerificationToken(await adapter.createVerificationToken(someToken()))
      sent.length = 0
      const close = async () => {
        await client.close()
        await proxy.close()
      }
      return { adapter, user, session, token, proxy, sent, close }
    }

    test("to an insert: the row may exist, and the insert is not retried", async () => {
      const { adapter, proxy, sent, close } = await open()
      const given = someone()
      proxy.loseAnswer()
      await failure(adapter.createUser(given), "indeterminate")
      expect(sent).toHaveLength(1)
      expect(await adapter.getUserByEmail(given.email)).toMatchObject({ email: given.email })
      await close()
    })

    test("to an update: it was applied, and it is not retried", async () => {
      const { adapter, user, proxy, sent, close } = await open()
      // If the update is a transaction, the answer to COMMIT is the one that matters.
      const isTransaction = engine.serve === mysql2.serve
      proxy.loseAnswer(isTransaction ? holds("COMMIT") : undefined)
      await failure(adapter.updateUser({ id: user.id, name: "Grace" }), "indeterminate")
      expect(sent).toHaveLength(isTransaction ? 2 : 1)
      expect(await adapter.getUser(user.id)).toMatchObject({ name: "Grace" })
      await close()
    })

    test("to the use of a token: the token cannot be used again", async () => {
      const { adapter, token, proxy, sent, close } = await open()
      proxy.loseAnswer(engine === mysql2AsMysql ? holds("COMMIT") : undefined)
      await failure(adapter.useVerificationToken(token), "indeterminate")
      expect(sent).toHaveLength(engine === mysql2AsMysql ? 2 : 1)
      expect(await adapter.useVerificationToken(token)).toBeNull()
      await close()
    })

    test("to a lookup: it is retried", async () => {
      const { adapter, user, session, proxy, sent, close } = await open()
      for (const ask of [
        () => adapter.getUser(user.id),
        () => adapter.getSessionAndUser(session.sessionToken),
        () => upkeep(adapter)?.count("user"),
      ]) {
        sent.length = 0
        proxy.loseAnswer()
        expect(await ask()).toBeTruthy()
        expect(sent.length).toBeGreaterThan(1)
      }
      await close()
    })

    test("permanently, because the server is unreachable: the lookup fails", async () => {
      const { adapter, user, proxy, close } = await open()
      await proxy.close()
      await failure(adapter.getUser(user.id), "unavailable")
      await close()
    })
  })
}

describeLostAnswers([pg, postgresJs])
describeLostAnswers([mysql2, mysql2AsMysql, mariadb])

describe("SEC-N3 a transaction whose connection is lost before COMMIT", () => {
  const server = openForTests(mysql2.serve)

  test.each([mysql2, mysql2AsMysql, mariadb])("was not applied and is retried: $name", async (engine) => {
    const url = await newDatabase(engine, server)
    const proxy = await startProxy(Number(new URL(url).port))
    const client = engine.connect(proxy.through(url), 1)
    const sent: string[] = []
    const adapter = client.adapter({ onStatement: (text) => sent.push(text) })
    const { user } = await signIn(adapter)
    await adapter.updateUser({ id: user.id, name: "Ada" })
    sent.length = 0
    proxy.loseAnswer(holds("START TRANSACTION"))
    expect(await adapter.updateUser({ id: user.id, name: "Grace" })).toMatchObject({ name: "Grace" })
    expect(sent).toHaveLength(4)
    await client.close()
    await proxy.close()
  })
})
