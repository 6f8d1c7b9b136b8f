import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { prismaAdapter } from "../../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import { type Engine, mysql2, pg } from "../../support/engines.ts"
import { clientWithoutModels } from "./clients.ts"

const PostgresClient = await clientWithoutModels("postgresql")
const MysqlClient = await clientWithoutModels("mysql")

/** Prisma in place of the client of an engine, for the tests of errors. */
const through = (
  engine: Engine,
  connect: (url: string, max: number) => InstanceType<typeof MysqlClient>,
) => ({
  ...engine,
  reopens: true,
  connect(url: string, max = 10) {
    const prisma = connect(url, max)
    return {
      adapter: (options?: object) => prismaAdapter(prisma, options),
      close: () => prisma.$disconnect(),
    }
  },
})

export const prismaOnPostgres: Engine = {
  ...through(
    pg,
    (connectionString, max) => new PostgresClient({ adapter: new PrismaPg({ connectionString, max }) }),
  ),
  name: "Prisma on PostgreSQL",
}

export const prismaOnMariadb: Engine = {
  ...through(
    mysql2,
    // The connector keeps connecting until this timeout, even if the connection is refused.
    (url, max) =>
      new MysqlClient({
        adapter: new PrismaMariaDb(`${url}?connectionLimit=${max}&minimumIdle=1&acquireTimeout=1500`),
      }),
  ),
  name: "Prisma on MariaDB",
}
