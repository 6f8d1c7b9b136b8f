/** The official adapters that run without a server. */
export const officialAdapterNames = [
  "@auth/unstorage-adapter",
  "@auth/typeorm-adapter",
  "@auth/kysely-adapter",
  "@auth/drizzle-adapter",
] as const
export type OfficialAdapterName = (typeof officialAdapterNames)[number]
