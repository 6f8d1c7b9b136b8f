/**
 * Reads what `@auth/upstash-redis-adapter` and `@auth/unstorage-adapter` wrote. Both store each row as JSON under one
 * key. The key's prefix says the model; everything else is read from the JSON, because unstorage rewrites keys.
 * Keys that only point to other keys are left out: the import builds its own indexes.
 */
import { defaultSchema } from "../../contract/build-schema.ts"
import { MortiseError } from "../../contract/errors.ts"
import { mortise } from "../../contract/has-internals.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Row } from "../../contract/rows.ts"
import type { Schema } from "../../contract/schema.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { ownData } from "../../shared/own-data.ts"
import { parseJson } from "../../shared/parse-json.ts"
import { type KeyValueClient, openKeyValue } from "./key-value-client.ts"

/** The prefixes, named as in the official adapters. */
export type AuthjsKeyValueStoreOptions = {
  /** Default: none. */
  readonly baseKeyPrefix?: string
  /** Default: `user:`. */
  readonly userKeyPrefix?: string
  /** Default: `user:account:`. */
  readonly accountKeyPrefix?: string
  /** Default: `user:account:by-user-id:`. */
  readonly accountByUserIdPrefix?: string
  /** Default: `user:email:`. */
  readonly emailKeyPrefix?: string
  /** Default: `user:session:`. */
  readonly sessionKeyPrefix?: string
  /** Default: `user:session:by-user-id:`. */
  readonly sessionByUserIdKeyPrefix?: string
  /** Default: `user:token:`. */
  readonly verificationTokenKeyPrefix?: string
  /** Default: `authenticator:`. */
  readonly authenticatorKeyPrefix?: string
  /** Default: `authenticator:by-user-id:`. */
  readonly authenticatorUserKeyPrefix?: string
}

type Prefix = { readonly start: string; readonly model: ModelName | undefined }

const maxPage = 1000

/**
 * The rows that an official key-value adapter of Auth.js wrote, as a source for `exportRows` or `mortise export`. It
 * can only be read. The client comes from `ioredis` or `redis`, or is an `unstorage` storage.
 *
 * @example
 * ```ts no-run: it needs a server
 * import { Redis } from "ioredis"
 * import { authjsKeyValueStore, exportRows } from "mortise/transfer"
 *
 * let file = ""
 * for await (const lines of exportRows(authjsKeyValueStore(new Redis()))) file += lines
 * ```
 */
export function authjsKeyValueStore(
  client: KeyValueClient,
  options: AuthjsKeyValueStoreOptions = {},
): object {
  const source = openKeyValue(client)
  const prefixes = buildPrefixes(options)
  const schema = defaultSchema()
  let keys: Promise<readonly string[]> | undefined

  /** The sorted keys of a model. The server is scanned once. */
  const listKeys = async (model: ModelName): Promise<readonly string[]> => {
    keys ??= source.keys(options.baseKeyPrefix ?? "").then((all) => [...new Set(all)].sort())
    return (await keys).filter((key) => findModel(key, prefixes) === model)
  }

  const page = async (model: ModelName, { after, limit = 100 }: { after?: Row; limit?: number } = {}) => {
    const all = await listKeys(model)
    const last = after?.["key"]
    const rest = typeof last === "string" ? all.filter((key) => key > last) : all
    const some = rest.slice(0, Math.min(limit, maxPage))
    const values = await source.read(some)
    // A key that expired or was deleted after the scan has no row.
    const rows = values.flatMap((value) => (value === null ? [] : [readStoredRow(schema, model, value)]))
    return { rows, next: some.length < rest.length ? { key: some.at(-1) ?? "" } : null }
  }

  const manifest = { store: "authjs-keys", ids: "given", removal: "fenced", durability: "none" }
  const inside = {
    manifest: { ...manifest, roundTrips: {}, limits: {}, missingGuarantees: [] },
    schema,
    extras: {},
    upkeep: {
      page,
      count: async (model: ModelName) => (await listKeys(model)).length,
      sweep: async () => throwInvalid("The keys of an official adapter can only be read: import them first."),
    },
  }
  return { [mortise]: inside }
}

function buildPrefixes(options: AuthjsKeyValueStoreOptions): readonly Prefix[] {
  const base = options.baseKeyPrefix ?? ""
  const prefix = (start: string, model?: ModelName): Prefix => ({ start: base + start, model })
  const all = [
    prefix(options.userKeyPrefix ?? "user:", "user"),
    prefix(options.accountKeyPrefix ?? "user:account:", "account"),
    prefix(options.sessionKeyPrefix ?? "user:session:", "session"),
    prefix(options.verificationTokenKeyPrefix ?? "user:token:", "verificationToken"),
    prefix(options.authenticatorKeyPrefix ?? "authenticator:", "authenticator"),
    prefix(options.emailKeyPrefix ?? "user:email:"),
    prefix(options.accountByUserIdPrefix ?? "user:account:by-user-id:"),
    prefix(options.sessionByUserIdKeyPrefix ?? "user:session:by-user-id:"),
    prefix(options.authenticatorUserKeyPrefix ?? "authenticator:by-user-id:"),
  ]
  return all.sort((left, right) => right.start.length - left.start.length)
}

/** The model of the longest prefix that matches: `user:` matches every key of the others. */
const findModel = (key: string, prefixes: readonly Prefix[]): ModelName | undefined =>
  prefixes.find(({ start }) => key.startsWith(start))?.model

/** The row in a JSON value of an official key-value adapter. Throws `corrupt` without the value: it may be a secret. */
function readStoredRow({ models }: Schema, model: ModelName, stored: unknown): object {
  const row = ownData(typeof stored === "string" ? parseJson(stored) : stored)
  if (!row || models[model].keys.flat().some((name) => isMissing(row[name]) && name !== "email"))
    throw new MortiseError(
      "corrupt",
      `A key of ${model} does not hold a row of an official adapter: check the prefixes, or delete the key.`,
      { model },
    )
  // The official adapters add an id to accounts, which is the key of the account again.
  const { id, ...rest } = row
  const kept = model === "account" ? rest : row
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([, value]) => !isMissing(value))
      .map(([name, value]) => [
        name,
        isDateField(models[model].fields, name) ? parseDate(value, model, name) : value,
      ]),
  )
}

const isMissing = (value: unknown): boolean => value === undefined || value === null

const isDateField = (fields: readonly { readonly name: string; readonly kind: string }[], name: string) =>
  fields.some((field) => field.name === name && field.kind === "date")

function parseDate(value: unknown, model: ModelName, name: string): Date {
  const date = new Date(String(value))
  if (!Number.isNaN(date.getTime())) return date
  throw new MortiseError(
    "corrupt",
    `A key of ${model} holds an invalid date in ${name}: fix or delete the key.`,
    {
      model,
      fields: [name],
    },
  )
}
