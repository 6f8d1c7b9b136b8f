#!/usr/bin/env node
/// <reference types="node" />
import { cli } from "./cli.ts"
import { exitCodes } from "./exit-code.ts"

// A reader that closes the pipe early, such as head, is not a failure.
process.stdout.on("error", () => process.exit(exitCodes.ok))

// A connection that an adapter left open must not keep the program running.
process.exit(await cli(process.argv.slice(2)))
