import "../../as-deployed.ts"
import SequelizeAdapter from "@auth/sequelize-adapter"
import { Sequelize } from "sequelize"
import type { OpenClient } from "../open-on.ts"

async function onUrl(url: string): Promise<OpenClient> {
  const sequelize = new Sequelize(url, { logging: false })
  const adapter = SequelizeAdapter(sequelize)
  await sequelize.sync()
  return { adapter, close: () => sequelize.close() }
}

export { onUrl as onMariadb, onUrl as onPostgres }
