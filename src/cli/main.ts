#!/usr/bin/env node
/// <reference types="node" />
import { cli } from "./cli.ts"
import { exitCodes } from "./exit-code.ts"

// A reader that has seen enough, such as head, is no failure.
process.stdout.on("error", () => process.exit(exitCodes.ok))

// Whatever an adapter has left open must not keep a program alive that has ended.
process.exit(await cli(process.argv.slice(2)))
