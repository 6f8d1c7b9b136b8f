import type { Caller, CallerRecord, Permission } from "../../http/server.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand } from "../program/command.ts"
import { exitCodes, usageError } from "../program/exit-code.ts"
import { printJson, printText } from "../terminal/output.ts"

/** Creates a service key. */
export const keyCommand = defineCommand({
  name: "key",
  about: "create a service key and its record for the server",
  options: {
    id: { value: "NAME", about: "the name of the key in metrics (required)" },
    permissions: {
      value: "LIST",
      about:
        "calls such as getUser, or operations, reads, extras, upkeep, slots, auth, session_tokens, provider_tokens, secrets, metrics; separated by commas",
      default: "operations",
    },
    expires: { value: "DATE", about: "when the key expires, such as 2027-01-31; default: never" },
    signing: { about: "create a secret for signed requests instead of a key" },
    json: { about: "print both as one JSON object" },
  },
  notes: `The key is printed only once. Give the key to the client, and the record to the server: in \`keys\` of the
configuration file, or in MORTISE_KEYS. During a rotation a server accepts several records. The record of a
signing secret contains the secret: store it as carefully as the secret.

Permissions:
  operations, reads      the nineteen operations, and those of them that change nothing
  extras, upkeep, slots  the other groups of calls
  auth                   exactly what a server that runs mortise/auth needs
  session_tokens         shows the tokens of listed sessions, and allows pages of sessions
  provider_tokens        shows access, refresh and id tokens of accounts
  secrets                shows all other secret fields, such as mailed tokens and fields of your own
  metrics                GET /metrics of \`${mortise} serve --metrics key\`
Without session_tokens, provider_tokens or secrets, rows are returned without these fields.`,
  examples: [
    `${mortise} key --id web --permissions auth`,
    `${mortise} key --id reports --permissions reads --expires 2027-01-31`,
    `${mortise} key --id prometheus --permissions metrics`,
  ],
  exits: { 0: "created" },
  async run({ id, expires, signing, json, ...options }) {
    if (!id) throw usageError("--id is required: a name for the key.")
    const permissions = options.permissions.split(",").map((name) => name.trim()) as Permission[]
    const caller = { id, permissions, ...(expires !== undefined && { expires: new Date(expires) }) }
    const created = signing ? await createSigningSecret(caller) : await createKey(caller)
    await checkRecord(created.record)
    if (json) printJson(created)
    else for (const [name, value] of Object.entries(created)) printText(`${name.padEnd(8)}${asText(value)}`)
    return exitCodes.ok
  },
})

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
    throw usageError((error as Error).message.replace("serve: a record of `keys`", "The key"))
  }
}
