import { mortise } from "../../shared/mortise-command.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { defineCommand } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { printJson } from "../terminal/output.ts"

/** Prints the protocol. */
export const openapiCommand = defineCommand({
  name: "openapi",
  about: "print the protocol as an OpenAPI document",
  options: {
    config: {
      value: "FILE",
      about: "describe the schema of this configuration file, with its extra fields",
    },
    "json-schema": { about: "print only the models, as JSON Schema" },
    json: { about: "accepted for consistency: the output is always JSON" },
  },
  examples: [
    `${mortise} openapi > openapi.json`,
    `${mortise} openapi --json-schema --config mortise.config.ts`,
  ],
  exits: { 0: "printed" },
  async run({ config, "json-schema": modelsOnly }) {
    const { jsonSchema, openapi } = await import("../../http/server.ts")
    const { internals } = await import("../../contract/internals.ts")
    const configuration = config === undefined ? undefined : await loadConfiguration(config, {})
    const schema = configuration && (configuration.options.schema ?? internals(configuration.adapter)?.schema)
    printJson(modelsOnly ? jsonSchema(schema) : openapi(schema), 2)
    await configuration?.close()
    return exitCodes.ok
  },
})
