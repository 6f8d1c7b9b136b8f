/// <reference types="node" />
import { openSync, writeSync } from "node:fs"
import { startWorkload } from "../workload.ts"
import { chaosClock } from "./chaos-clock.ts"
import { openFactories } from "./chaos-module.ts"

// The program of one process of a load; chaos-load.ts starts it. The process opens its adapters and calls them until a
// message stops it. Every call is written to a file before it is sent, so that the history survives a killed process.

const [module = "", file = "", run = "", name = ""] = process.argv.slice(2)

// Ends with the process that started it. Ctrl-C also reaches this process, but the other one decides what it means.
process.on("disconnect", () => process.exit())
process.on("SIGINT", () => {})

const setups = await Promise.all((await openFactories(module)).map((open) => open()))
const output = openSync(file, "a")
const stop = startWorkload({
  entries: setups.map(({ adapter }) => adapter),
  run,
  process: name,
  now: chaosClock,
  write: (line) => void writeSync(output, `${line}\n`),
})
process.on("message", async () => {
  await stop()
  for (const { close } of setups) await close?.()
  process.exit()
})
process.send?.("open")
