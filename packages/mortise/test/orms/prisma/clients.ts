import { createRequire } from "node:module"
import { generateClient } from "../../../../../peers/prisma/generate-client.ts"
import type { PrismaClient } from "../../../src/stores/sql/orms/prisma/prisma-adapter.ts"

/** A generated client, as far as the tests use it. */
export type Client = PrismaClient & {
  $transaction<T>(work: (transaction: PrismaClient) => Promise<T>, options?: object): Promise<T>
  $extends(extension: object): Client
  $disconnect(): Promise<void>
}
type ClientClass = new (options: {
  adapter?: object
  accelerateUrl?: string
  transactionOptions?: object
  omit?: object
}) => Client

/** The client of some models, which is generated if it does not exist yet. */
export async function clientOf(provider: string, folder: string, models: string): Promise<ClientClass> {
  const datamodel = `datasource db {\n  provider = "${provider}"\n}\n\ngenerator client {\n  provider = "prisma-client-js"\n}\n\n${models}`
  const from = import.meta.url
  return createRequire(from)(await generateClient({ datamodel, from, folder })).PrismaClient
}

/** A client without models for users and sessions, so that adapters use the default schema. */
export const clientWithoutModels = (provider: string): Promise<ClientClass> =>
  clientOf(provider, `posts-${provider}`, "model Post {\n  id String @id\n}\n")
