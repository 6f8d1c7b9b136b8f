import "../../packages/workshop/src/official/as-deployed.ts"
import SequelizeAdapter from "@auth/sequelize-adapter"
import { Sequelize } from "sequelize"
import type { AuthJsPeer } from "../peer.ts"
import { sqlite3OverLibsql } from "../sqlite/sqlite3-over-libsql.ts"

async function openOn(sequelize: Sequelize) {
  const adapter = SequelizeAdapter(sequelize)
  await sequelize.sync()
  return { adapter, close: () => sequelize.close() }
}

const openUrl = (url: string) => openOn(new Sequelize(url, { logging: false }))
const synced = "The models of the adapter, created by sequelize.sync() as documented"

export const peer = {
  package: "@auth/sequelize-adapter",
  from: "Auth.js",
  stores: {
    sqlite: {
      clients: ["sequelize", "libsql"],
      note: `In memory. ${synced}; libsql replaces sqlite3.`,
      open: () =>
        openOn(
          new Sequelize({
            dialect: "sqlite",
            storage: ":memory:",
            dialectModule: sqlite3OverLibsql,
            logging: false,
          }),
        ),
    },
    postgres: { clients: ["sequelize", "pg"], note: `${synced}; ids are UUIDs.`, open: openUrl },
    mariadb: { clients: ["sequelize", "mysql2"], note: `${synced}.`, open: openUrl },
  },
} satisfies AuthJsPeer
