import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { stores: mikroOrmStores } = await import("./mikro-orm/stores.ts")
const { prismaStores } = await import("./prisma/stores.ts")
const { sequelizeStores } = await import("./sequelize/stores.ts")
const { typeormStores03 } = await import("./typeorm/stores.ts")

for (const store of [...mikroOrmStores, ...prismaStores, ...sequelizeStores, ...typeormStores03])
  if (store.databases.engine === "postgres") describeOrm(store)
