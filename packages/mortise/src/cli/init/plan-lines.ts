import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import type { Framework } from "./framework.ts"

/** Stands for a secret in what is shown. A fresh one is written instead. */
export const maskedSecret = "(a fresh secret)"

// The files that frameworks read in development, from the weakest to the strongest.
const environmentFiles = [".env", ".env.development", ".env.local", ".env.development.local"]

/** The file for the secrets. Wrangler would ignore the `.env` files of a project beside `.dev.vars`. */
export const environmentFile = (folder: string, { environment, inWorkers }: Framework): string =>
  inWorkers && !existsSync(join(folder, environment)) && existsSync(join(folder, ".env"))
    ? ".env"
    : environment

/** The variables that a project's file for the secrets and the files beside it set. */
function variablesOf(folder: string, environment: string): ReadonlyMap<string, string> {
  const files = environmentFiles.includes(environment) ? environmentFiles : [environment]
  const texts = files
    .filter((file) => existsSync(join(folder, file)))
    .map((file) => readFileSync(join(folder, file), "utf8"))
  return new Map(
    texts.flatMap((text) => Object.entries(parseEnv(text)).map(([name, value = ""]) => [name, value])),
  )
}

/** The variables that these files name without a value, as after an earlier run, or when copied from an example. */
export const emptyVariables = (folder: string, environment: string): ReadonlySet<string> =>
  new Set([...variablesOf(folder, environment)].filter(([, value]) => value === "").map(([name]) => name))

/** The lines that these files lack. */
export function environmentLines(
  folder: string,
  environment: string,
  framework: Framework,
  database: readonly string[],
): string {
  const known = variablesOf(folder, environment)
  const github = [
    `# For GitHub: the settings of your OAuth app there. Its callback URL: ${framework.origin}${framework.routes}/callback/github`,
    "AUTH_GITHUB_ID=",
    "AUTH_GITHUB_SECRET=",
  ]
  const wanted = [`AUTH_SECRET=${maskedSecret}`, ...database, ...github]
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
