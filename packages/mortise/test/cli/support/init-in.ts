import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { temporaryTree } from "../../support/temporary-tree.ts"
import { runCommand } from "./run-command.ts"

export type Files = Readonly<Record<string, string>>

/** A package.json with these packages. */
export const manifest = (...packages: readonly string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(packages.map((name) => [name, "*"])) })

/** Runs `init` in a folder with these files. */
export async function initIn(files: Files, ...args: readonly string[]) {
  const folder = temporaryTree(files)
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  const again = (...others: readonly string[]) => runCommand(["init", ...args, ...others])
  const outcome = await again()
  return {
    ...outcome,
    again,
    folder,
    read: (path: string) => readFileSync(join(folder, path), "utf8"),
    has: (path: string) => existsSync(join(folder, path)),
  }
}
