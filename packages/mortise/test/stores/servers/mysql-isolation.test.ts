import { createPool, type Pool } from "mysql2/promise"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { type Mysql2Client, mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { mysql2, newDatabase, posingAsMysql } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone, someToken } from "../../support/people.ts"

const server = openForTests(openMariadb)
let pool: Pool
beforeAll(async () => {
  const url = await newDatabase(mysql2, server)
  pool = createPool({ uri: url })
})
afterAll(async () => {
  await pool?.end()
})

/** A client that takes its server for MySQL; `interfere` runs after the locking SELECT, whether it found a row or not. */
const clientAt = (level: string, interfere: () => Promise<unknown>): Mysql2Client => ({
  ...posingAsMysql(pool),
  async getConnection() {
    const connection = await pool.getConnection()
    await connection.query(`SET SESSION TRANSACTION ISOLATION LEVEL ${level}`)
    return {
      query: (text: string) => connection.query(text),
      release: () => connection.release(),
      destroy: () => connection.destroy(),
      async execute(query: { sql: string }, values: never[]) {
        const answer = await connection.execute(query, values)
        if (query.sql.endsWith("FOR UPDATE")) await interfere()
        return answer
      },
    } as unknown as Awaited<ReturnType<Mysql2Client["getConnection"]>>
  },
})

const others = () => mysql2Adapter(pool)
/** If the gap is locked, the other call waits until the transaction ends. */
const soon = (begun: Promise<unknown>[], work: Promise<unknown>) => {
  begun.push(work)
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, 300))])
}

describe.each(["REPEATABLE READ", "READ COMMITTED", "READ UNCOMMITTED"])("under %s", (level) => {
  test("a token that is created during its lookup can be used by the next call", async () => {
    const token = someToken()
    const made: Promise<unknown>[] = []
    const interfere = () => soon(made, others().createVerificationToken(token))
    expect(await mysql2Adapter(clientAt(level, interfere)).useVerificationToken(token)).toBeNull()
    expect(await Promise.all(made)).toEqual([token])
    expect(await others().useVerificationToken(token)).toEqual(token)
  })

  test("a user who is created during the delete is not deleted", async () => {
    const user = { id: `user ${level}`, ...someone() }
    const made: Promise<unknown>[] = []
    await mysql2Adapter(clientAt(level, () => soon(made, others().createUser(user)))).deleteUser(user.id)
    expect(await Promise.all(made)).toMatchObject([user])
    expect(await others().getUser(user.id)).toMatchObject(user)
  })
})
