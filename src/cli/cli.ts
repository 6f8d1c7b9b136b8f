import { type ExitCode, ExitError, exitCodes } from "./exit-code.ts"
import { createReporter } from "./reporter.ts"

/** A command takes what follows its name, and says how it ended. */
type Command = { readonly about: string; run(args: readonly string[]): Promise<ExitCode> }

const commands: Readonly<Record<string, Command>> = {
  serve: {
    about: "put an adapter behind HTTP",
    run: async (args) => (await import("./commands/serve.ts")).serveCommand(args),
  },
  key: {
    about: "make a service key and the record that the server keeps of it",
    run: async (args) => (await import("./commands/key.ts")).keyCommand(args),
  },
  openapi: {
    about: "print the description of the protocol",
    run: async (args) => (await import("./commands/openapi.ts")).openapiCommand(args),
  },
  conformance: {
    about: "ask of a backend at a URL what the protocol promises",
    run: async (args) => (await import("./commands/conformance.ts")).conformanceCommand(args),
  },
}

const help = `mortise: the data layer of authentication

  mortise <command> [options]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(13)}${about}`)
  .join("\n")}

  mortise <command> --help tells more about one of them.

Exit codes: 0 ended well · 1 failed · 2 wrong command or option · 3 wrong configuration
            4 the address cannot be used · 5 requests were cut off`

/** Runs a command line; says how it ended. Never throws. */
export async function cli(args: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(args)
  } catch (error) {
    const known = error instanceof ExitError
    const message = known ? error.message : `Something went wrong: ${(error as Error | null)?.message}`
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
  console.error(name === undefined ? help : `There is no command of that name: see mortise --help.`)
  return exitCodes.usage
}
