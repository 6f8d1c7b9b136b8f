import { perClient } from "../../../../../shared/per-client.ts"
import { type ClientKind, checkClient } from "../../../sql-client.ts"
import { describeMysql } from "../describe-mysql.ts"
import { mysql2Driver } from "../mysql2-driver.ts"
import { connectionsOf, type Mysql2Client } from "../mysql2-pool.ts"

const shape = {
  factory: "mysql2Adapter",
  takes: 'a pool of mysql2/promise: mysql2Adapter(createPool({ uri: "mysql://localhost/app" }))',
  has: ["getConnection", "execute"],
  lacks: ["importFile"],
}

const driverOf = perClient((client: Mysql2Client) => {
  checkClient(client, shape)
  return mysql2Driver(connectionsOf(client))
})

export const mysql2: ClientKind<Mysql2Client> = {
  shape,
  describe: (client) => describeMysql(shape.factory, driverOf(client)),
}
