import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { PrismaAdapter } from "@auth/prisma-adapter"
import { generateClient } from "./generate-client.ts"

export type Client = Parameters<typeof PrismaAdapter>[0] & { $disconnect(): Promise<void> }
type Generated = { PrismaClient: new (options: { adapter: object }) => Client }

/** The client of the models in `<provider>.prisma`, generated at the first call. */
export async function loadClient(provider: "sqlite" | "postgresql" | "mysql"): Promise<Generated> {
  const datamodel = await readFile(new URL(`${provider}.prisma`, import.meta.url), "utf8")
  const from = import.meta.url
  return createRequire(from)(await generateClient({ datamodel, from, folder: provider }))
}
