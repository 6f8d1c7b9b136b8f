import type { Adapter, MortiseAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { bypasses, type ExtraName } from "../../contract/extras.ts"
import { mortise } from "../../contract/has-internals.ts"
import { type Internals, internals } from "../../contract/internals.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import { type ModelName, modelNames } from "../../contract/models.ts"
import { type OperationName, operationNames } from "../../contract/operation-names.ts"
import { type ExtraFields, readTextLimits, type Schema } from "../../contract/schema.ts"
import { type Slots, slotCallNames } from "../../contract/slots.ts"
import { checkTenant, type ForTenant, throwNoTenant } from "../../contract/tenants.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { CallName } from "../protocol/call.ts"
import type { HttpOptions, TenantHttpOptions } from "./http-options.ts"
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
  options: TenantHttpOptions<X>,
): ForTenant<MortiseAdapter<X>>
export function httpAdapter<X extends ExtraFields = object>(
  options: HttpOptions<X> & { readonly extras?: true },
): MortiseAdapter<X>
export function httpAdapter<X extends ExtraFields = object>(options: HttpOptions<X>): Adapter<X>
export function httpAdapter(options: HttpOptions | TenantHttpOptions): Adapter | ForTenant {
  const adapter = createHttpAdapter(options)
  if (!("tenants" in options && options.tenants)) return adapter
  const forTenant = (tenant: string) => {
    checkTenant(tenant)
    return createHttpAdapter(options, tenant)
  }
  const { extras: _, upkeep: __, slots: ___, ...facts } = internals(adapter) as Internals
  const inside = {
    ...facts,
    get extras() {
      return throwNoTenant()
    },
    get upkeep() {
      return throwNoTenant()
    },
    get slots() {
      return throwNoTenant()
    },
    isOverridden: () => false,
  }
  return Object.assign(forTenant, { [mortise]: inside }) as unknown as ForTenant
}

function createHttpAdapter(options: HttpOptions, tenant?: string): MortiseAdapter {
  const schema: Schema = options.schema ?? defaultSchema()
  const settings = readSettings(options, tenant)
  const remoteCall = createRemoteCall(settings, schema, options)
  const made = createCalls(remoteCall, operationNames, (name) => name)
  const inside = {
    manifest: httpManifest(schema, options),
    schema,
    tenant,
    readPlace: async () => new URL(settings.endpoint).host,
    ...(options.extras === false ? { extras: {} } : otherParts(remoteCall)),
    isOverridden: (adapter: object, name: OperationName) =>
      (adapter as Partial<typeof made>)[name] !== made[name],
  }
  return { ...made, [mortise]: inside } as unknown as MortiseAdapter
}

type Call = (...args: unknown[]) => Promise<unknown>

/** Functions with these names, each of which makes a call of the protocol. */
function createCalls<N extends string>(
  remoteCall: RemoteCall,
  names: readonly N[],
  toCallName: (name: N) => CallName,
): Record<N, Call> {
  const calls = names.map((name) => [name, (...args: unknown[]) => remoteCall(toCallName(name), name, args)])
  return Object.fromEntries(calls)
}

/** The extras, upkeep and slots. Whether the key allows one of them is known when it is called. */
function otherParts(remoteCall: RemoteCall): Pick<Internals, "extras" | "upkeep" | "slots"> {
  const parts = {
    extras: createCalls(remoteCall, Object.keys(bypasses) as ExtraName[], (name) => `extras.${name}`),
    slots: createCalls(
      remoteCall,
      Object.keys(slotCallNames) as (keyof Slots)[],
      (name) => slotCallNames[name],
    ),
    upkeep: {
      page: async (model: ModelName, options: unknown) =>
        remoteCall(`upkeep.page.${checkModel(model)}`, "page", [options]),
      ...createCalls(remoteCall, ["count", "sweep"], (name) => `upkeep.${name}`),
    },
  }
  return parts as unknown as Pick<Internals, "extras" | "upkeep" | "slots">
}

function checkModel(model: ModelName): ModelName {
  if (modelNames.includes(model)) return model
  throwInvalid(`The model must be one of ${modelNames.join(", ")}.`, { operation: "page" })
}

/** What the adapter promises before its first request: the least that the store behind a server can promise. */
function httpManifest({ models, ids }: Schema, { promises = {} }: HttpOptions): StoreManifest {
  return {
    store: "http",
    removal: "fenced",
    durability: "none",
    ...promises,
    ids,
    roundTrips: Object.fromEntries(operationNames.map((name) => [name, 1])),
    limits: readTextLimits(models),
    missingGuarantees: [],
  }
}
