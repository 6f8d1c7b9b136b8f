import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Databases } from "../support/databases.ts"

const folder = fileURLToPath(new URL("..", import.meta.url))
const program = join(folder, "node_modules/drizzle-kit/bin.cjs")
const dialects = { postgres: "postgresql", mysql: "mysql", sqlite: "sqlite" }

/** Runs `drizzle-kit push` and returns the statements that it sent. */
export async function pushWithDrizzle(
  engine: Databases["engine"],
  url: string,
  schema: string,
): Promise<string[]> {
  const options = { dialect: dialects[engine], url, schema, tablesFilter: "!mortise_migrations" }
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  // It fails after some of the changes that it proposes for its own tables; the statements are printed before.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, "push", "--verbose", "--force", ...flags],
    { cwd: folder, env: { ...process.env, NO_COLOR: "1" } },
  ).catch((error: { stdout: string }) => error)
  if (stdout.includes("No changes detected")) return []
  const [, statements = stdout] = /current statements:([\s\S]*?)\n(\[✓\]|\w*Error|$)/.exec(stdout) ?? []
  return statements.trim().split("\n")
}
