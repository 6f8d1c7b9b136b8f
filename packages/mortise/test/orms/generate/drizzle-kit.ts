import { execFile } from "node:child_process"
import { basename, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Databases } from "../support/databases.ts"
import { writeGenerated } from "./write-module.ts"

const folder = fileURLToPath(new URL("..", import.meta.url))
const program = join(folder, "node_modules/drizzle-kit/bin.cjs")
const dialects = { postgres: "postgresql", mysql: "mysql", sqlite: "sqlite" }

/** Runs `drizzle-kit push` and returns the statements that it sent. */
export async function pushWithDrizzle(
  engine: Databases["engine"],
  url: string,
  schema: string,
  schemaFilter = "public",
): Promise<string[]> {
  // Its flag for schemas has no effect, so they are named in a configuration file.
  const options = {
    ...{ dialect: dialects[engine], schema, schemaFilter, dbCredentials: { url } },
    ...{ tablesFilter: "!mortise_migrations", verbose: true },
  }
  const config = writeGenerated(
    `${basename(schema, ".ts")}-${new URL(url).pathname.replaceAll(/\W+/g, "-")}.config.json`,
    JSON.stringify(options),
  )
  // It fails after some of the changes that it proposes for its own tables; the statements are printed before.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, "push", "--force", `--config=${relative(folder, config)}`],
    { cwd: folder, env: { ...process.env, NO_COLOR: "1" } },
  ).catch((error: { stdout: string }) => error)
  if (stdout.includes("No changes detected")) return []
  const [, statements = stdout] = /current statements:([\s\S]*?)\n(\[✓\]|\w*Error|$)/.exec(stdout) ?? []
  return statements.trim().split("\n")
}
