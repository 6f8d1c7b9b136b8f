import { type Adapter, type ForTenant, type MortiseAdapter, slots } from "../../../mortise/src/index.ts"
import { type Call, type Functions, listFunctions, mark } from "./call.ts"
import { adapterSubject, now } from "./calls.ts"
import type { Subject } from "./subject.ts"

// The name of one tenant begins with that of the other.
const [name, otherName] = ["acme", "acme-b"]
const prefix = "twin."
const inOther = "*"

const others = new WeakMap<Adapter, Adapter>()

/** The adapter of a tenant. `listTenants` has that of another tenant, too. */
export function openTenants<A extends MortiseAdapter>(forTenant: ForTenant<A>): A {
  const adapter = forTenant(name)
  others.set(adapter, forTenant(otherName))
  return adapter
}

/** The adapters of all tenants of an engine: without tenants, the adapter itself. */
export function listTenants(adapter: Adapter): readonly Adapter[] {
  const other = others.get(adapter)
  return other ? [adapter, other] : [adapter]
}

/** Adds the tenants to the registry, which is done once in a process. */
export async function registerTenants(adapter: Adapter): Promise<void> {
  if (!others.has(adapter)) return
  const slot = { key: "registered", expires: new Date(now + 1000) }
  for (const tenant of listTenants(adapter)) await slots(tenant)?.set(slot)
}

/** The call, made by the other tenant. */
export const callOther = ({ operation, args }: Call): Call => ({ operation: prefix + operation, args })

const addOthers = (calls: readonly Call[]): readonly Call[] => [...calls, ...calls.map(callOther)]

/** Calls of two tenants that have equal keys. In the reference, the keys of the other tenant are other keys. */
export const tenantSubject: Subject = {
  open(adapter): Functions {
    const other = others.get(adapter)
    if (!other) return listFunctions(adapter)
    const ofOther = Object.entries(listFunctions(other)).map(([key, run]) => [prefix + key, run])
    return { ...listFunctions(adapter), ...Object.fromEntries(ofOther) }
  },
  calls: addOthers(adapterSubject.calls),
  setUp: adapterSubject.setUp.map(addOthers),
  after: addOthers(adapterSubject.after),
  model: {
    toCall: ({ operation, args }) =>
      operation.startsWith(prefix)
        ? {
            operation: operation.slice(prefix.length),
            args: JSON.parse(JSON.stringify(args).replaceAll(mark, inOther + mark), reviveDate),
          }
        : { operation, args },
    toOutput: (output) => output.replaceAll(inOther, ""),
  },
}

const reviveDate = (_: string, value: unknown): unknown =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : value
