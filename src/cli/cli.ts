import { type ExitCode, ExitError, exitCodes } from "./exit-code.ts"
import { createReporter } from "./reporter.ts"

/** A command takes the arguments after its name and returns an exit code. */
type Command = { readonly about: string; run(args: readonly string[]): Promise<ExitCode> }

const commands: Readonly<Record<string, Command>> = {
  serve: {
    about: "expose an adapter over HTTP",
    run: async (args) => (await import("./commands/serve.ts")).serveCommand(args),
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

  mortise <command> --help describes one command.

Exit codes: 0 success · 1 failure · 2 invalid command or option · 3 invalid configuration
            4 the address cannot be used · 5 requests were aborted`

/** Runs a command line and returns the exit code. Never throws. */
export async function cli(args: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(args)
  } catch (error) {
    const known = error instanceof ExitError
    const message = known ? error.message : `Unexpected error: ${(error as Error | null)?.message}`
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
  console.error(name === undefined ? help : `Unknown command: see mortise --help.`)
  return exitCodes.usage
}
