import "../as-deployed.ts"
import SequelizeAdapter from "@auth/sequelize-adapter"
import { Sequelize } from "sequelize"
import type { OpenPeer } from "../peer.ts"
import { sqlite3OverLibsql } from "../sqlite/sqlite3-over-libsql.ts"

export async function open(): Promise<OpenPeer> {
  const sequelize = new Sequelize({
    dialect: "sqlite",
    storage: ":memory:",
    dialectModule: sqlite3OverLibsql,
    logging: false,
  })
  const adapter = SequelizeAdapter(sequelize)
  await sequelize.sync()
  return {
    adapter,
    reset: async () => {
      await sequelize.truncate({ cascade: true })
    },
    close: () => sequelize.close(),
  }
}
