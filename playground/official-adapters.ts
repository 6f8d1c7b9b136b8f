/** Official adapters of Auth.js that an experiment can run on, the most used ones first. */
export const officialAdapters = [
  "@auth/drizzle-adapter",
  "@auth/prisma-adapter",
  "@auth/kysely-adapter",
  "@auth/typeorm-adapter",
  "@auth/unstorage-adapter",
  "@auth/upstash-redis-adapter",
] as const
export type OfficialAdapterName = (typeof officialAdapters)[number]

const shortNames: Readonly<Record<OfficialAdapterName, string>> = {
  "@auth/drizzle-adapter": "Drizzle",
  "@auth/prisma-adapter": "Prisma",
  "@auth/kysely-adapter": "Kysely",
  "@auth/typeorm-adapter": "TypeORM",
  "@auth/unstorage-adapter": "Unstorage",
  "@auth/upstash-redis-adapter": "Upstash Redis",
}

/** The name that people use for an adapter: "Drizzle". */
export const shortName = (name: OfficialAdapterName): string => shortNames[name]
