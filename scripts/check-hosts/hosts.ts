/** Packages of one folder that take the same version: the newest one with which npm can install all of them. */
export type Family = { readonly folder: string; readonly packages: readonly string[]; readonly tag?: string }

/** A library that calls Mortise, or that Mortise calls, and the tests that show whether they fit. */
export type Host = { readonly families: readonly Family[]; readonly tests: readonly string[] }

const tests = "packages/mortise/test"
const orms = `${tests}/orms`
const otherMajors = `${orms}/other-majors`
const plugins = `${tests}/better-auth`

/** To check another library, add a row. */
export const hosts: Readonly<Record<string, Host>> = {
  "Auth.js": {
    families: [{ folder: ".", packages: ["@auth/core"] }],
    tests: [`${tests}/authjs`, `${tests}/stores/redis/flows.wide`, `${tests}/transfer`],
  },
  "Better Auth": {
    families: [
      { folder: ".", packages: ["better-auth"] },
      ...["@better-auth/api-key", "@better-auth/passkey", "@better-auth/test-utils"].map((name) => ({
        folder: plugins,
        packages: [name],
      })),
    ],
    tests: [
      `${plugins}/conformance/sqlite`,
      `${plugins}/conformance/clients.wide`,
      `${plugins}/database`,
      `${plugins}/schema`,
      `${plugins}/storage`,
      `${plugins}/transactions`,
      `${plugins}/their-suite/libsql.wide`,
      `${plugins}/their-suite/pg.wide`,
    ],
  },
  Drizzle: {
    families: [{ folder: orms, packages: ["drizzle-orm"] }],
    tests: [`${orms}/drizzle.wide`, `${orms}/drizzle-tables.wide`, `${orms}/orms-on-postgres.wide`],
  },
  "Drizzle 1.0": {
    families: [{ folder: otherMajors, packages: ["drizzle-orm"], tag: "rc" }],
    tests: [`${orms}/drizzle.wide`, `${orms}/drizzle-tables.wide`],
  },
  Prisma: {
    families: [
      {
        folder: orms,
        packages: [
          "@prisma/client",
          "@prisma/client-generator-js",
          "@prisma/adapter-libsql",
          "@prisma/adapter-mariadb",
          "@prisma/adapter-pg",
        ],
      },
    ],
    tests: [`${orms}/prisma.wide`, `${orms}/prisma-errors.wide`],
  },
  Kysely: {
    families: [{ folder: otherMajors, packages: ["kysely"] }],
    tests: [`${orms}/kysely-other-major.full`],
  },
  TypeORM: {
    families: [{ folder: otherMajors, packages: ["typeorm"] }],
    tests: [`${orms}/typeorm.full`, `${orms}/typeorm-entities.wide`],
  },
  MikroORM: {
    families: [
      {
        folder: otherMajors,
        packages: ["core", "libsql", "mariadb", "mysql", "postgresql"].map((name) => `@mikro-orm/${name}`),
      },
    ],
    tests: [`${orms}/mikro-orm-7.full`],
  },
  Sequelize: {
    families: [{ folder: orms, packages: ["sequelize"] }],
    tests: [`${orms}/sequelize.full`, `${orms}/sequelize-models.wide`],
  },
}
