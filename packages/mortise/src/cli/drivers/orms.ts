/** An ORM whose connection `mortise init` finds in a project. */
type Orm = {
  readonly package: string
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
} as const satisfies Readonly<Record<string, Orm>>

/** The subpaths of all ORMs. As for clients, `npm run check` names what a new one lacks. */
export const ormNames: readonly string[] = [
  ...Object.keys(initOrms),
  ...["kysely", "typeorm", "sequelize", "knex", "mikro-orm"],
]
