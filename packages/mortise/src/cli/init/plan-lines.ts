import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import type { Framework } from "./framework.ts"
import { isIgnored } from "./git.ts"
import { readText } from "./source-files.ts"

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
function readVariables(folder: string, environment: string): ReadonlyMap<string, string> {
  const files = environmentFiles.includes(environment) ? environmentFiles : [environment]
  const variables = files.flatMap((file) => Object.entries(parseEnv(readText(folder, file))))
  return new Map(variables.map(([name, value = ""]) => [name, value]))
}

/** The variables that these files name without a value, as after an earlier run, or when copied from an example. */
export const emptyVariables = (folder: string, environment: string): ReadonlySet<string> =>
  new Set([...readVariables(folder, environment)].filter(([, value]) => value === "").map(([name]) => name))

/** The lines that these files lack. */
export function environmentLines(
  folder: string,
  environment: string,
  framework: Framework,
  database: readonly string[],
): string {
  const variables = readVariables(folder, environment)
  const github = [
    `# For GitHub: the settings of your OAuth app there. Its callback URL: ${framework.origin}${framework.routes}/callback/github`,
    "AUTH_GITHUB_ID=",
    "AUTH_GITHUB_SECRET=",
  ]
  // A worker gets requests for its own hosts only, so the address of the request is its address.
  const address = framework.inWorkers
    ? []
    : ["# The application's address. Links in mails start with it.", `AUTH_URL=${framework.origin}`]
  const groups = [[`AUTH_SECRET=${maskedSecret}`], address, database, github]
  const missing = groups
    .map((lines) => lines.filter((line) => !variables.has(line.split("=")[0] ?? "")))
    .filter((lines) => lines.some((line) => !line.startsWith("#")))
  return joinLines(missing.flat())
}

/** The lines that .gitignore lacks. */
export const ignoreLines = (folder: string, names: readonly string[]): string =>
  joinLines(names.filter((name) => !isIgnored(folder, name)))

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("")
