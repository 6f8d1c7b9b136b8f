import { mortise } from "../../shared/mortise-command.ts"
import type { GenerateOptions, GenerateTarget } from "../../stores/sql/generate/index.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { defineCommand } from "../program/command.ts"
import { configurationError, exitCodes, usageError } from "../program/exit-code.ts"
import { parseChoice } from "../program/usage-error.ts"
import { describeError } from "../terminal/describe-error.ts"
import { printJson, printText } from "../terminal/output.ts"

type Engine = GenerateOptions["engine"]

const targets: readonly GenerateTarget[] = ["drizzle", "prisma", "kysely", "typeorm", "sql"]
const engines: readonly Engine[] = ["postgres", "mysql", "sqlite"]

/** Prints the tables in the language of an ORM. */
export const generateCommand = defineCommand({
  name: "generate",
  about: "print the tables as a Drizzle schema, Prisma models, Kysely types, TypeORM entities or SQL",
  arguments: [{ name: "target", about: targets.join(", ") }],
  options: {
    config: {
      value: "FILE",
      about:
        "use the schema and the engine of this configuration file; default: the schema without extra fields",
    },
    engine: { value: "NAME", about: "postgres, mysql (also for MariaDB) or sqlite" },
    "pg-schema": {
      value: "NAME",
      about: "the PostgreSQL schema of the tables; with --config, it is the pgSchema of defineSchema",
    },
    json: { about: "print one JSON document: { target, engine, text }" },
  },
  notes: `The command needs no database. The tables are those that ${mortise} migrate creates, so that the migration tool of
the ORM finds no difference.`,
  examples: [
    `${mortise} generate drizzle --config mortise.config.ts > auth-schema.ts`,
    `${mortise} generate prisma --engine postgres`,
  ],
  exits: { 0: "printed", 2: "invalid option, unknown target or engine" },
  async run({ config, engine: engineName, "pg-schema": pgSchema, json }, [name = ""]) {
    const target = parseChoice("The target", targets, name)
    if (config !== undefined && pgSchema !== undefined)
      throw usageError("--pg-schema works without --config only: set pgSchema in defineSchema.")
    const configuration = config === undefined ? undefined : await readConfiguration(config)
    const engine = parseChoice("--engine", engines, engineName ?? configuration?.store)
    const { generate } = await import("../../stores/sql/generate/index.ts")
    const { defineSchema } = await import("../../index.ts")
    try {
      const text = generate(
        configuration?.schema ?? defineSchema(pgSchema === undefined ? {} : { pgSchema }),
        target,
        { engine },
      )
      if (json) printJson({ target, engine, text })
      else printText(text.trimEnd())
      return exitCodes.ok
    } catch (error) {
      throw usageError(`${await describeError(error)}.`, error)
    }
  },
})

async function readConfiguration(config: string) {
  const { internals } = await import("../../contract/internals.ts")
  const { adapter, close } = await loadConfiguration(config, {})
  await close()
  const inside = internals(adapter)
  if (inside) return { schema: inside.schema, store: inside.manifest.store }
  throw configurationError("This command needs a Mortise adapter: others have no schema.")
}
