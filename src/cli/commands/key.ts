import type { Permission } from "../../http/server.ts"
import { type ExitCode, ExitError, exitCodes } from "../exit-code.ts"
import { readOptions } from "../read-options.ts"

const help = `mortise key: create a service key and its record for the server

  --id NAME            the name of the key in metrics (required)
  --permissions LIST   calls such as getUser, and groups, separated by commas: operations, reads, extras,
                       upkeep, slots; default: operations
  --expires DATE       when the key expires, such as 2027-01-31; default: never
  --json               print both as one JSON object

The key is printed only once. Give the key to the client, and the record to the server: in \`keys\` of the
configuration file, or in MORTISE_KEYS. During a rotation a server accepts several records.`

export async function keyCommand(args: readonly string[]): Promise<ExitCode> {
  const { help: asked, ...options } = readOptions(args, {
    id: { type: "string" },
    permissions: { type: "string", default: "operations" },
    expires: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  })
  if (asked) {
    console.log(help)
    return exitCodes.ok
  }
  if (!options.id) throw new ExitError(exitCodes.usage, "--id is required: a name for the key.")
  const { createServiceKey, serve } = await import("../../http/server.ts")
  const { memoryAdapter } = await import("../../stores/memory/memory-adapter.ts")
  const permissions = options.permissions.split(",").map((name) => name.trim()) as Permission[]
  const expires = options.expires === undefined ? {} : { expires: new Date(options.expires) }
  const { key, record } = await createServiceKey({ id: options.id, permissions, ...expires })
  try {
    // The server's own check, before the record is used.
    serve(memoryAdapter(), { keys: [record] })
  } catch (error) {
    throw new ExitError(
      exitCodes.usage,
      (error as Error).message.replace("serve: a record of `keys`", "The key"),
    )
  }
  if (options.json) console.log(JSON.stringify({ key, record }))
  else console.log(`key     ${key}\nrecord  ${JSON.stringify(record)}`)
  return exitCodes.ok
}
