/** The official adapters that run without a server. */
export const officialAdapterNames = [
  "@auth/typeorm-adapter",
  "@auth/unstorage-adapter",
  "@auth/kysely-adapter",
  "@auth/drizzle-adapter",
] as const
export type OfficialAdapterName = (typeof officialAdapterNames)[number]
