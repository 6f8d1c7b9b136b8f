import { spawnSync } from "node:child_process"
import { readText } from "./source-files.ts"

/**
 * Whether git ignores a file, by the rules that everyone who clones the repository has. Outside a repository, or without
 * git, only a line with exactly this name counts, if no later line excludes anything: a second rule does no harm.
 */
export function isIgnored(folder: string, name: string): boolean {
  const { status, stdout } = askGit(folder, "check-ignore", "--verbose", "--no-index", "--", name)
  if (status === 0 || status === 1) return isForEveryone(stdout)
  const lines = readText(folder, ".gitignore")
    .split("\n")
    .map((line) => line.trim())
  return lines.lastIndexOf(name) > lines.findLastIndex((line) => line.startsWith("!"))
}

/** Whether the rule that git found ignores the file, and a clone has it. A clone has no `.git/info/exclude`. */
function isForEveryone(output: string): boolean {
  const [, source = "", pattern = ""] = /^(.*?):\d+:(.*)\t/.exec(output) ?? []
  return /(^|[/"])\.gitignore"?$/.test(source) && !pattern.startsWith("!")
}

/** Whether git has the file in its index, so that a rule that ignores it has no effect. */
export const isTracked = (folder: string, name: string): boolean =>
  askGit(folder, "ls-files", "--error-unmatch", "--", name).status === 0

// The rules of one person's configuration do not protect the others.
const askGit = (folder: string, ...args: readonly string[]) =>
  spawnSync("git", ["-c", "core.excludesFile=", ...args], { cwd: folder, encoding: "utf8" })
