import { createConnection, type RowDataPacket } from "mysql2/promise"
import { describe, expect, test } from "vitest"
import { mysqld, startMysql } from "../../../../workshop/src/servers/mysql.ts"
import { fullSuite } from "../../../../workshop/src/tests/tier.ts"
import { mysql2, patientMariadb } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

const howToGetIt = "set MORTISE_MYSQL to a mysqld, or run sh scripts/fetch-mysql.sh on Debian"
const title = mysqld === undefined ? `MySQL: NOT TESTED, ${howToGetIt}` : "MySQL"
// The summary of a run shows only how many tests were skipped.
console.log(title)

describe.skipIf(mysqld === undefined)(title, () => {
  const serve = () => startMysql(mysqld ?? "")

  test("the server is MySQL, not MariaDB", async () => {
    const server = await serve()
    const connection = await createConnection(await server.database())
    const [rows] = await connection.query<RowDataPacket[]>("SELECT VERSION() AS version")
    console.log(`MySQL ${rows[0]?.["version"]}`)
    expect(rows[0]?.["version"]).not.toContain("MariaDB")
    await connection.end()
    await server.close()
  })

  for (const engine of [mysql2, patientMariadb])
    describeConformance({ ...engine, name: `${engine.name} on MySQL`, serve }, fullSuite)
})
