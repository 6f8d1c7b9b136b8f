import type { Command, OptionDefinitions } from "./command.ts"
import { createReporter } from "./reporter.ts"

const option = "no-env-files"

/** The variables that usually name the database. */
const databaseVariables = ["DATABASE_URL", "REDIS_URL", "MORTISE_DATABASE"]

/** Lets a command that loads a configuration read the `.env` files of the current folder first. */
export function withEnvFiles(command: Command): Command {
  if (!("config" in command.options)) return command
  const options: OptionDefinitions = {
    ...command.options,
    [option]: { about: "do not read .env.local, .env and the files of NODE_ENV" },
  }
  return {
    ...command,
    options,
    async run(values, args) {
      if (!values[option]) await readFiles(values["json"] === true)
      return command.run(values, args)
    },
  }
}

async function readFiles(asJson: boolean): Promise<void> {
  const { readEnvFiles } = await import("./env-files.ts")
  const files = readEnvFiles(process.cwd(), process.env)
  const { printError } = createReporter(asJson)
  for (const name of databaseVariables) {
    const file = files.get(name)
    if (file === undefined) continue
    const sentence = process.env[name] ? `is set by ${file}` : `is empty in ${file}: set it there`
    printError("environment", `${name} ${sentence}.`)
  }
}
