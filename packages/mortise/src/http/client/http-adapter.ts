import type { Adapter, MortiseAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { bypasses, type ExtraName } from "../../contract/extras.ts"
import { mortise } from "../../contract/has-internals.ts"
import type { Internals } from "../../contract/internals.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import { type ModelName, modelNames } from "../../contract/models.ts"
import { type OperationName, operationNames } from "../../contract/operation-names.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import { type Slots, slotCallNames } from "../../contract/slots.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { HttpOptions } from "./http-options.ts"
import { createRemoteCall, type RemoteCall } from "./remote-call.ts"
import { readSettings } from "./settings.ts"

/**
 * An adapter whose store is behind HTTP: a server made with `serve`, or any backend that implements the
 * protocol. The adapter does no I/O until it is called, and needs only `fetch`.
 *
 * @example
 * ```ts no-run needs a server
 * import { httpAdapter } from "mortise/http"
 *
 * const key = process.env["MORTISE_KEY"] ?? ""
 * const adapter = httpAdapter({ url: "https://data.example", key })
 * export const currentUser = async (token: string) => (await adapter.getSessionAndUser(token))?.user
 * ```
 */
export function httpAdapter<X extends ExtraFields = object>(
  options: HttpOptions<X> & { readonly extras?: true },
): MortiseAdapter<X>
export function httpAdapter<X extends ExtraFields = object>(options: HttpOptions<X>): Adapter<X>
export function httpAdapter<X extends ExtraFields = object>(options: HttpOptions<X>): Adapter<X> {
  const schema: Schema = options.schema ?? defaultSchema()
  const settings = readSettings(options)
  const remoteCall = createRemoteCall(settings, schema, options)
  const made = createCalls(
    operationNames,
    (name) =>
      (...args) =>
        remoteCall(name, name, args),
  )
  const inside = {
    manifest: httpManifest(schema, options),
    schema,
    readPlace: async () => new URL(settings.endpoint).host,
    ...(options.extras === false ? { extras: {} } : otherParts(remoteCall)),
    isOverridden: (adapter: object, name: OperationName) =>
      (adapter as Partial<typeof made>)[name] !== made[name],
  }
  return { ...made, [mortise]: inside } as unknown as Adapter<X>
}

type Call = (...args: unknown[]) => Promise<unknown>

const createCalls = <N extends string>(names: readonly N[], make: (name: N) => Call): Record<N, Call> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, Call>

/** The extras, upkeep and slots. Whether the key allows one of them is known when it is called. */
function otherParts(remoteCall: RemoteCall): Pick<Internals, "extras" | "upkeep" | "slots"> {
  const parts = {
    extras: createCalls(
      Object.keys(bypasses) as ExtraName[],
      (name) =>
        (...args) =>
          remoteCall(`extras.${name}`, name, args),
    ),
    slots: createCalls(
      Object.keys(slotCallNames) as (keyof Slots)[],
      (name) =>
        (...args) =>
          remoteCall(slotCallNames[name], name, args),
    ),
    upkeep: {
      page: async (model: ModelName, options: unknown) =>
        remoteCall(`upkeep.page.${checkModel(model)}`, "page", [options]),
      ...createCalls(
        ["count", "sweep"],
        (name) =>
          (...args) =>
            remoteCall(`upkeep.${name}`, name, args),
      ),
    },
  }
  return parts as unknown as Pick<Internals, "extras" | "upkeep" | "slots">
}

function checkModel(model: ModelName): ModelName {
  if (modelNames.includes(model)) return model
  throwInvalid(`The model must be one of ${modelNames.join(", ")}.`, {
    operation: "page",
  })
}

/** What the adapter promises before its first request: the least that the store behind a server can promise. */
function httpManifest({ models, ids }: Schema, { promises = {} }: HttpOptions): StoreManifest {
  const texts = Object.values(models).flatMap(({ fields }) => fields.filter(({ kind }) => kind === "text"))
  return {
    store: "http",
    removal: "fenced",
    durability: "none",
    ...promises,
    ids,
    roundTrips: Object.fromEntries(operationNames.map((name) => [name, 1])),
    limits: Object.fromEntries(
      texts.flatMap(({ model, name, max }) => (max ? [[`${model}.${name}`, max]] : [])),
    ),
    missingGuarantees: [],
  }
}
