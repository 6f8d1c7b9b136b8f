import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { installPinned } from "../../../workshop/src/runtimes/install.ts"

const folder = fileURLToPath(new URL(".", import.meta.url))

/** Installs the ORMs, before a test imports a module that uses them. */
export const installOrms = (): Promise<void> =>
  installPinned(folder, "Drizzle, Kysely, Prisma, TypeORM, Sequelize, Knex and MikroORM; about 60 s")

/** Installs the other majors of the ORMs, in `other-majors`. */
export const installOtherMajors = (): Promise<void> =>
  installPinned(join(folder, "other-majors"), "other majors of the ORMs; about 50 s")
