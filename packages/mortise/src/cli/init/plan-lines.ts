import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import type { Framework } from "./framework.ts"

/** Stands for a secret in what is shown. A fresh one is written instead. */
export const maskedSecret = "(a fresh secret)"

// The files that frameworks read in development, from the weakest to the strongest.
const environmentFiles = [".env", ".env.development", ".env.local", ".env.development.local"]

/** The variables that the `.env` files of a project set. */
function variablesOf(folder: string): ReadonlyMap<string, string> {
  const texts = environmentFiles
    .filter((file) => existsSync(join(folder, file)))
    .map((file) => readFileSync(join(folder, file), "utf8"))
  return new Map(
    texts.flatMap((text) => Object.entries(parseEnv(text)).map(([name, value = ""]) => [name, value])),
  )
}

/** The variables that `.env` files name without a value, as after an earlier run, or when copied from an example. */
export const emptyVariables = (folder: string): ReadonlySet<string> =>
  new Set([...variablesOf(folder)].filter(([, value]) => value === "").map(([name]) => name))

/** The lines that the `.env` files lack. */
export function environmentLines(folder: string, framework: Framework, database: string | undefined): string {
  const known = variablesOf(folder)
  const github = [
    `# The settings of your OAuth app on GitHub. Its callback URL: ${framework.origin}${framework.routes}/callback/github`,
    "AUTH_GITHUB_ID=",
    "AUTH_GITHUB_SECRET=",
  ]
  const wanted = [`AUTH_SECRET=${maskedSecret}`, ...(database === undefined ? [] : [database]), ...github]
  const missing = wanted.filter((line) => !known.has(line.split("=")[0] ?? ""))
  return missing.every((line) => line.startsWith("#")) ? "" : linesOf(missing)
}

/** The lines that .gitignore lacks. */
export function ignoreLines(folder: string, wanted: readonly string[]): string {
  const file = join(folder, ".gitignore")
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  const patterns = text.split(/\r?\n/).map((line) => line.trim())
  return linesOf(wanted.filter((name) => !isIgnored(patterns, name)))
}

/** Whether the last pattern that matches a name of the top folder excludes it. */
function isIgnored(patterns: readonly string[], name: string): boolean {
  const last = patterns.findLast(
    (pattern) => pattern !== "" && !pattern.startsWith("#") && matcher(pattern).test(name),
  )
  return last !== undefined && !last.startsWith("!")
}

function matcher(pattern: string): RegExp {
  const path = pattern
    .replace(/^!/, "")
    .replace(/^(\*\*)?\//, "")
    .replace(/\/$/, "")
  const source = path
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".")
  return new RegExp(`^${source}/?$`)
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("")
