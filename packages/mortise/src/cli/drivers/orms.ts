/** An ORM or a query builder whose connection `mortise init` finds in a project. */
type Orm = {
  readonly package: string
  /** Packages that are installed without it, and export the same. */
  readonly variants?: RegExp
  /** What messages call the connection. */
  readonly title: string
  /** The expression that opens the connection. */
  readonly opens: RegExp
}

/** The ORMs that `init` offers. If a project has several, it uses the first. */
export const initOrms = {
  drizzle: {
    package: "drizzle-orm",
    title: "the database of Drizzle",
    opens: /\bdrizzle(?:<[^>]*>)?\s*\(/,
  },
  prisma: {
    package: "@prisma/client",
    title: "the client of Prisma",
    opens: /\bnew PrismaClient\b/,
  },
  kysely: {
    package: "kysely",
    title: "Kysely's instance",
    opens: /\bnew Kysely(?:<[^()]*>)?\s*\(/,
  },
  typeorm: {
    package: "typeorm",
    title: "TypeORM's data source",
    opens: /\bnew DataSource\s*\(/,
  },
  sequelize: {
    package: "sequelize",
    title: "Sequelize's instance",
    opens: /\bnew Sequelize\s*\(/,
  },
  knex: {
    package: "knex",
    title: "Knex's instance",
    opens: /\b(?:knex|Knex)(?:\.default|<[^()]*>)?\s*\(/,
  },
  "mikro-orm": {
    package: "@mikro-orm/core",
    variants: /^@mikro-orm\/(postgresql|mysql|mariadb|better-sqlite|sqlite|libsql)$/,
    title: "the instance of MikroORM",
    opens: /\bMikroORM\.init(?:Sync)?(?:<[^()]*>)?\s*\(|\bnew MikroORM\b/,
  },
} as const satisfies Readonly<Record<string, Orm>>

/** The subpaths of all ORMs. As for clients, `npm run check` names what a new one lacks. */
export const ormNames: readonly string[] = Object.keys(initOrms)
