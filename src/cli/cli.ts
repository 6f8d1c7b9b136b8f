import { createRequire } from "node:module"
import { describeError } from "./describe-error.ts"
import { type ExitCode, ExitError, exitCodes } from "./exit-code.ts"
import { createReporter } from "./reporter.ts"
import { suggestion } from "./suggestion.ts"

/** A command takes the arguments after its name and returns an exit code. */
type Command = { readonly about: string; run(args: readonly string[]): Promise<ExitCode> }

const commands: Readonly<Record<string, Command>> = {
  serve: {
    about: "expose an adapter over HTTP",
    run: async (args) => (await import("./commands/serve.ts")).serveCommand(args),
  },
  migrate: {
    about: "create the tables, columns, keys and indexes that the database lacks",
    run: async (args) => (await import("./commands/migrate.ts")).migrateCommand(args),
  },
  doctor: {
    about: "compare the database with what the adapter needs, and print fixes",
    run: async (args) => (await import("./commands/doctor.ts")).doctorCommand(args),
  },
  key: {
    about: "create a service key and its record for the server",
    run: async (args) => (await import("./commands/key.ts")).keyCommand(args),
  },
  openapi: {
    about: "print the protocol as an OpenAPI document",
    run: async (args) => (await import("./commands/openapi.ts")).openapiCommand(args),
  },
  conformance: {
    about: "run the conformance suite against a backend at a URL",
    run: async (args) => (await import("./commands/conformance.ts")).conformanceCommand(args),
  },
}

const help = `mortise: the data layer of authentication

  mortise <command> [options]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(13)}${about}`)
  .join("\n")}

  mortise <command> --help describes one command; mortise --version prints the version.

Exit codes: 0 success · 1 failure · 2 invalid command or option · 3 invalid configuration
            4 the address cannot be used · 5 requests were aborted`

/** Runs a command line and returns the exit code. Never throws. */
export async function cli(args: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(args)
  } catch (error) {
    const known = error instanceof ExitError
    const message = known ? error.message : `Unexpected error (${await describeError(error)}).`
    createReporter(args.includes("--json")).printError("error", message)
    return known ? error.code : exitCodes.failed
  }
}

async function dispatch([name, ...args]: readonly string[]): Promise<ExitCode> {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command.run(args)
  if (name === "--help" || name === "-h" || name === "help") {
    console.log(help)
    return exitCodes.ok
  }
  if (name === "--version" || name === "-v") {
    console.log(createRequire(import.meta.url)("mortise/package.json").version)
    return exitCodes.ok
  }
  if (name !== undefined) throw new ExitError(exitCodes.usage, unknownCommand(name))
  console.error(help)
  return exitCodes.usage
}

// Any other text may be a secret in the wrong place.
const commandName = /^[a-z]+(-[a-z]+)*$/

function unknownCommand(name: string): string {
  const typed = commandName.test(name) ? ` ${name}.${suggestion(name, Object.keys(commands))}` : "."
  return `Unknown command${typed} See mortise --help.`
}
