import { createConnection, type RowDataPacket } from "mysql2/promise"
import { expect, test } from "vitest"
import { mysqld, startMysql } from "../../servers/mysql.ts"
import { describeConformance } from "./support/conform.ts"
import { mysql2, patientMariadb } from "./support/engines.ts"

if (mysqld) {
  const program = mysqld
  const serve = () => startMysql(program)
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
    describeConformance({ ...engine, name: `${engine.name} on MySQL`, serve }, "full")
} else
  test.skip("MySQL is not tested: set MORTISE_MYSQL to a mysqld, or run sh scripts/fetch-mysql.sh on Debian", () => {})
