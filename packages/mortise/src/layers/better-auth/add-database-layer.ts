import {
  getOpenCiphers,
  type Layered,
  type LayerName,
  layered,
  layerNames,
  withoutLayers,
} from "../../contract/layered.ts"
import { checkOrder } from "../add-layer.ts"
import {
  type AuthAdapter,
  type AuthDatabase,
  type AuthOptions,
  type Methods,
  methodNames,
} from "./auth-database.ts"
import { loadOnce } from "./load-once.ts"

/** A layer over Better Auth's adapter. */
export type DatabaseLayer = {
  readonly name: LayerName
  /** Throws `invalid` for options of Better Auth with which the layer could not keep its promise. */
  check?(options: AuthOptions, below: AuthAdapter): void
  /** Runs before each call. What it throws is the call's error. */
  onCall?(): void
  /** The methods of the layer. Loaded when they are used, because adapters of Auth.js do not need them. */
  load(below: AuthAdapter, options: AuthOptions): Promise<LayerMethods>
  /** What the layer adds to the record of the database's layers. */
  record?(below: AuthDatabase): Pick<Layered, "openCiphers">
}

/** Without `transaction`, that of the adapter below. */
type LayerMethods = Methods & Partial<Pick<AuthAdapter, "transaction">>

/** Adds a layer to what `mortiseDatabase` returns. Tools still find the source of the database in the result. */
export function addDatabaseLayer<D extends object>(database: D, layer: DatabaseLayer): D {
  const { name, check, onCall, load, record } = layer
  checkOrder(database, name)
  const above: AuthDatabase = (options) => {
    const below = (database as AuthDatabase)(options)
    check?.(options, below)
    return wrapAdapter(below, (adapter) => load(adapter, options), onCall)
  }
  const info: Layered = {
    names: [...layerNames(database), name],
    base: withoutLayers(database),
    openCiphers: getOpenCiphers(database),
    ...record?.(database as AuthDatabase),
  }
  return Object.defineProperties(above as unknown as D, {
    ...Object.getOwnPropertyDescriptors(database),
    [layered]: { value: info, enumerable: true },
  })
}

function wrapAdapter(
  below: AuthAdapter,
  load: (below: AuthAdapter) => Promise<LayerMethods>,
  onCall: DatabaseLayer["onCall"],
): AuthAdapter {
  const loadMethods = loadOnce(() => load(below))
  const existing = methodNames.filter((name) => below[name])
  const methods = existing.map((name): [string, Methods[typeof name]] => [
    name,
    async (input) => {
      onCall?.()
      return (await loadMethods())[name](input)
    },
  ])
  const adapter: AuthAdapter = {
    ...below,
    ...Object.fromEntries(methods),
    // What runs in a transaction must not reach the adapter without the layer.
    async transaction(callback) {
      const { transaction = below.transaction } = await loadMethods()
      return transaction((inner) => callback(inner === below ? adapter : wrapAdapter(inner, load, onCall)))
    },
  }
  return adapter
}
