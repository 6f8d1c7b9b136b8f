import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import type { Command, OptionDefinitions } from "../program/command.ts"
import { createReporter } from "../terminal/output.ts"

type Environment = Record<string, string | undefined>

/** The variables that were set, each with its file. */
export type FromFiles = ReadonlyMap<string, string>

/**
 * Sets the variables in a folder's `.env` files, as its framework would. Variables that are already set stay.
 */
export function readEnvFiles(folder: string, env: Environment): FromFiles {
  const files = new Map<string, string>()
  const values = new Map<string, string>()
  for (const file of fileNames(folder, env["NODE_ENV"])) {
    if (!existsSync(join(folder, file))) continue
    for (const [name, value] of Object.entries(parseEnv(readFileSync(join(folder, file), "utf8")))) {
      if (env[name] !== undefined || files.has(name)) continue
      values.set(name, value ?? "")
      files.set(name, file)
    }
  }
  const set = Object.fromEntries(
    [...values].map(([name, value]) => [name, expandReferences(value, values, env)]),
  )
  Object.assign(env, set)
  return files
}

/** The files in order of precedence. Next.js and Vite order `.env.local` and a mode's files differently. */
function fileNames(folder: string, mode = ""): string[] {
  if (mode === "") return [".env.local", ".env"]
  const ofMode = `.env.${mode}`
  if (usesVite(folder)) return [`${ofMode}.local`, ofMode, ".env.local", ".env"]
  // Tests must have the same values on every machine.
  const local = mode === "test" ? [] : [".env.local"]
  return [`${ofMode}.local`, ...local, ofMode, ".env"]
}

function usesVite(folder: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    return "vite" in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}

const reference = /\\\$|\$(?:\{(\w+)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g

// A variable can refer to itself.
const deepest = 8

/** Replaces $NAME, ${NAME} and ${NAME:-default}, as Next.js and Vite do. \$ is a plain dollar sign. */
function expandReferences(
  value: string,
  values: ReadonlyMap<string, string>,
  env: Environment,
  depth = 0,
): string {
  const lookUp = (name: string): string => {
    const ofFile = values.get(name)
    return ofFile === undefined || depth === deepest
      ? (env[name] ?? "")
      : expandReferences(ofFile, values, env, depth + 1)
  }
  return value.replace(reference, (match, inBraces: string | undefined, fallback = "", plain: string) =>
    match === "\\$" ? "$" : lookUp(inBraces ?? plain) || fallback,
  )
}

const option = "no-env-files"

/** The variables that usually name the database. */
const databaseVariables = ["DATABASE_URL", "REDIS_URL", "MORTISE_DATABASE"]

/** Lets a command that loads a configuration read the `.env` files of the current folder first. */
export function withEnvFiles(command: Command): Command {
  if (!("config" in command.options || "better-auth" in command.options)) return command
  const options: OptionDefinitions = {
    ...command.options,
    [option]: { about: "do not read .env.local, .env and the files of NODE_ENV" },
  }
  return {
    ...command,
    options,
    async run(values, args) {
      if (!values[option]) readFiles(values["json"] === true)
      return command.run(values, args)
    },
  }
}

function readFiles(asJson: boolean): void {
  const files = readEnvFiles(process.cwd(), process.env)
  const { printError } = createReporter(asJson)
  for (const name of databaseVariables) {
    const file = files.get(name)
    if (file === undefined) continue
    const sentence = process.env[name] ? `is set by ${file}` : `is empty in ${file}: set it there`
    printError("environment", `${name} ${sentence}.`)
  }
}
