#!/usr/bin/env node
/// <reference types="node" />
import { cli } from "./cli.ts"
import { exitCodes } from "./program/exit-code.ts"
import { describeError } from "./terminal/describe-error.ts"
import { createReporter } from "./terminal/output.ts"

const args = process.argv.slice(2)

// Warnings of Node are about the code of the application, which this program only loads.
process.removeAllListeners("warning")

// A reader that closes the pipe early, such as head, is not a failure.
process.stdout.on("error", () => process.exit(exitCodes.ok))

// Node would print the message of the error, which may hold a connection string.
process.on("uncaughtException", async (error) => {
  const reporter = createReporter(args.includes("--json"))
  reporter.printError("error", `Unexpected error (${await describeError(error)}).`)
  process.exit(exitCodes.failed)
})

// A connection that an adapter left open must not keep the program running.
process.exit(await cli(args))
