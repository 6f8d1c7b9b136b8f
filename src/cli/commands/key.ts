import type { Caller, CallerRecord, Permission } from "../../http/server.ts"
import { type ExitCode, ExitError, exitCodes } from "../exit-code.ts"
import { readOptions } from "../read-options.ts"

const help = `mortise key: create a service key and its record for the server

  --id NAME            the name of the key in metrics (required)
  --permissions LIST   calls such as getUser, and groups, separated by commas: operations, reads, extras,
                       upkeep, slots; default: operations
  --expires DATE       when the key expires, such as 2027-01-31; default: never
  --signing            create a secret for signed requests instead of a key
  --json               print both as one JSON object

The key is printed only once. Give the key to the client, and the record to the server: in \`keys\` of the
configuration file, or in MORTISE_KEYS. During a rotation a server accepts several records. The record of a
signing secret contains the secret: store it as carefully as the secret.

Exit codes: 0 created · 2 invalid option`

export async function keyCommand(args: readonly string[]): Promise<ExitCode> {
  const { help: asked, ...options } = readOptions(args, {
    id: { type: "string" },
    permissions: { type: "string", default: "operations" },
    expires: { type: "string" },
    signing: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  })
  if (asked) {
    console.log(help)
    return exitCodes.ok
  }
  if (!options.id) throw new ExitError(exitCodes.usage, "--id is required: a name for the key.")
  const permissions = options.permissions.split(",").map((name) => name.trim()) as Permission[]
  const expires = options.expires === undefined ? {} : { expires: new Date(options.expires) }
  const caller = { id: options.id, permissions, ...expires }
  const created = options.signing ? await createSigningSecret(caller) : await createKey(caller)
  await checkRecord(created.record)
  if (options.json) console.log(JSON.stringify(created))
  else for (const [name, value] of Object.entries(created)) console.log(`${name.padEnd(8)}${asText(value)}`)
  return exitCodes.ok
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

async function createKey(caller: CallerRecord) {
  const { createServiceKey } = await import("../../http/server.ts")
  return createServiceKey(caller)
}

async function createSigningSecret(caller: CallerRecord) {
  const { randomToken } = await import("../../shared/bytes.ts")
  const secret = randomToken()
  return { secret, record: { ...caller, secret } }
}

/** Runs the server's own check, before the record is used. */
async function checkRecord(record: Caller): Promise<void> {
  const { serve } = await import("../../http/server.ts")
  const { memoryAdapter } = await import("../../stores/memory/memory-adapter.ts")
  try {
    serve(memoryAdapter(), { keys: [record], audience: "https://data.example" })
  } catch (error) {
    throw new ExitError(
      exitCodes.usage,
      (error as Error).message.replace("serve: a record of `keys`", "The key"),
    )
  }
}
