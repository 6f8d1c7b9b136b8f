import "../as-deployed.ts"
import type { DataSourceOptions } from "typeorm"
import type { OpenPeer } from "../peer.ts"
import { openLibsql } from "../sqlite/open-libsql.ts"
import { copyOfPackage } from "../typeorm/copy-of-package.ts"

export async function open(): Promise<OpenPeer> {
  const { TypeORMAdapter, entities, getManager } = await copyOfPackage()
  const dataSource: DataSourceOptions = {
    type: "better-sqlite3",
    driver: openLibsql,
    database: ":memory:",
    synchronize: true,
  }
  const adapter = TypeORMAdapter(dataSource)
  const { connection } = await getManager({ dataSource, entities })
  return {
    adapter,
    reset: async () => {
      for (const name of ["VerificationToken", "Session", "Account", "User"]) {
        await connection.manager.clear(`${name}Entity`)
      }
    },
    close: () => connection.destroy(),
  }
}
