#!/usr/bin/env node
/// <reference types="node" />
import { ExitError, exitCodes } from "./exit-code.ts"
import { createReport } from "./report.ts"

/** A command takes what follows its name, and says how it ended. */
type Command = { readonly about: string; run(args: readonly string[]): Promise<number> }

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
}

const help = `mortise: the data layer of authentication

  mortise <command> [options]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
  .join("\n")}

  mortise <command> --help tells more about one of them.

Exit codes: 0 ended well · 1 failed · 2 wrong command or option · 3 wrong configuration
            4 the address cannot be used · 5 requests were cut off`

async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command.run(args)
  if (name === "--help" || name === "-h" || name === "help") {
    console.log(help)
    return exitCodes.ok
  }
  console.error(name === undefined ? help : `There is no command of that name: see mortise --help.`)
  return exitCodes.usage
}

// A reader that has seen enough, such as head, is no failure.
process.stdout.on("error", () => process.exit(exitCodes.ok))

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const report = createReport(process.argv.includes("--json"))
  const known = error instanceof ExitError
  report.fail("error", known ? error.message : `Something went wrong: ${(error as Error | null)?.message}`)
  process.exitCode = known ? error.code : exitCodes.failed
}
