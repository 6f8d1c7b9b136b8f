import { readFile } from "node:fs/promises"
import { generateClient as generate } from "../../../peers/prisma/generate-client.ts"

const models = new URL("../../../peers/prisma/sqlite.prisma", import.meta.url)

/** Writes the client for PostgreSQL that `@prisma/client` loads, of the documented models with an id for each row. */
export async function generateClient(): Promise<void> {
  const datamodel = (await readFile(models, "utf8")).replace(`"sqlite"`, `"postgresql"`)
  await generate({ datamodel, from: import.meta.url, folder: "client" })
}
