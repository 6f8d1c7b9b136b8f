import { loadConfiguration } from "../configuration.ts"
import { type ExitCode, exitCodes } from "../exit-code.ts"
import { readOptions } from "../read-options.ts"

const help = `mortise openapi: print the protocol as an OpenAPI document

  --config FILE   describe the schema of this configuration file, with its extra fields
  --json-schema   print only the models, as JSON Schema
  --json          accepted for consistency: the output is always JSON`

export async function openapiCommand(args: readonly string[]): Promise<ExitCode> {
  const options = readOptions(args, {
    config: { type: "string" },
    "json-schema": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  })
  if (options.help) {
    console.log(help)
    return exitCodes.ok
  }
  const { jsonSchema, openapi } = await import("../../http/server.ts")
  const { internals } = await import("../../contract/internals.ts")
  const configuration = options.config === undefined ? undefined : await loadConfiguration(options.config, {})
  const schema = configuration && (configuration.options.schema ?? internals(configuration.adapter)?.schema)
  console.log(JSON.stringify(options["json-schema"] ? jsonSchema(schema) : openapi(schema), null, 2))
  await configuration?.close()
  return exitCodes.ok
}
