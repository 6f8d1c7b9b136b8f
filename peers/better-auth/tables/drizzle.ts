import { mkdir, writeFile } from "node:fs/promises"
import { generateDrizzleSchema } from "auth/api"
import type { DBAdapter } from "better-auth"
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api"
import { peerOptions } from "../peer-options.ts"

/** Inside node_modules, because the file imports drizzle-orm and must not be committed. */
const folder = new URL("../node_modules/.mortise/", import.meta.url)

/** The Drizzle schema that `npx auth generate` writes, and the statements that drizzle-kit makes of it. */
export async function drizzleTables(provider: "pg" | "sqlite") {
  const adapter = { options: { provider } } as unknown as DBAdapter
  const file = new URL(`drizzle-${provider}-${process.pid}.mjs`, folder)
  const { code = "" } = await generateDrizzleSchema({ adapter, options: peerOptions, file: "absent.ts" })
  await mkdir(folder, { recursive: true })
  await writeFile(file, code)
  const schema: Record<string, unknown> = await import(file.href)
  const statements =
    provider === "pg"
      ? await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema))
      : await generateSQLiteMigration(
          await generateSQLiteDrizzleJson({}),
          await generateSQLiteDrizzleJson(schema),
        )
  return { schema, statements }
}
