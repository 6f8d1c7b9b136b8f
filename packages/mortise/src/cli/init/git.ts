import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Whether git ignores a file, by the rules that everyone who clones the repository has. Outside a repository, or without
 * git, only a line with exactly this name counts, if no later line excludes anything: a second rule does no harm.
 */
export function isIgnored(folder: string, name: string): boolean {
  const status = askGit(folder, "check-ignore", "--quiet", "--no-index", "--", name)
  if (status === 0 || status === 1) return status === 0
  const lines = readLines(join(folder, ".gitignore"))
  return lines.lastIndexOf(name) > lines.findLastIndex((line) => line.startsWith("!"))
}

/** Whether git has the file in its index, so that a rule that ignores it has no effect. */
export const isTracked = (folder: string, name: string): boolean =>
  askGit(folder, "ls-files", "--error-unmatch", "--", name) === 0

// The rules of one person's configuration do not protect the others.
const askGit = (folder: string, ...args: readonly string[]): number | null =>
  spawnSync("git", ["-c", "core.excludesFile=", ...args], { cwd: folder, stdio: "ignore" }).status

const readLines = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split(/\r?\n/)
        .map((line) => line.trim())
    : []
