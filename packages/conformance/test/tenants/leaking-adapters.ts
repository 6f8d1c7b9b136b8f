import type { MortiseAdapter } from "mortise"
import { memoryAdapter } from "mortise/memory"
import { tenantCalls } from "../../src/suites/authjs/tenants/calls.ts"

type AnyFunction = (...args: unknown[]) => Promise<unknown>
type Functions = Readonly<Record<string, AnyFunction>>

/** A function of one tenant, and the same function of all others. */
type Place = {
  readonly own: AnyFunction
  readonly others: readonly AnyFunction[]
  readonly shared: AnyFunction
}

/** One way to ignore the tenant. */
type Leak = (place: Place, args: readonly unknown[]) => Promise<unknown>

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === 0 ||
  value === false ||
  value === "absent" ||
  value === "refused" ||
  (typeof value === "object" && "ok" in value && value.ok === false) ||
  (Array.isArray(value) ? value.length === 0 : isEmptyPage(value))

const isEmptyPage = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "rows" in value && isEmpty(value.rows)

const settle = (call: Promise<unknown>) => call.catch((error: unknown) => ({ error }))
const failed = (value: unknown): boolean => typeof value === "object" && value !== null && "error" in value

/** Calls one after the other until one of them has an answer. */
async function firstAnswer(calls: readonly AnyFunction[], args: readonly unknown[]): Promise<unknown> {
  let last: unknown
  for (const call of calls) {
    last = await settle(call(...args))
    if (!failed(last) && !isEmpty(last)) return last
  }
  return calls[0]?.(...args)
}

const batches = new Map<string, Promise<unknown>>()

/** The ways in which a function can ignore its tenant. */
export const leaks = {
  "falls back to another tenant": ({ own, others }, args) => firstAnswer([own, ...others], args),
  "prefers another tenant": ({ own, others }, args) => firstAnswer([...others, own], args),
  "uses one tenant for all": ({ shared }, args) => shared(...args),
  "acts on all tenants": async ({ own, others }, args) => {
    const answer = await own(...args)
    for (const other of others) await settle(other(...args))
    return answer
  },
  "is refused for a key of another tenant": async ({ own, others }, args) => {
    for (const other of others) {
      const outcome = await settle(other(...args))
      if (failed(outcome)) throw (outcome as { error: unknown }).error
      if (outcome === false) return false
    }
    return own(...args)
  },
  "accepts an owner of another tenant": async ({ own, others }, args) => {
    const outcome = await settle(own(...args))
    if (!failed(outcome)) return outcome
    for (const other of others) {
      const elsewhere = await settle(other(...args))
      if (!failed(elsewhere)) return elsewhere
    }
    throw (outcome as { error: unknown }).error
  },
  "tells in an error of other tenants": async ({ own, others }, args) => {
    const outcome = await settle(own(...args))
    if (!failed(outcome)) return outcome
    const { error } = outcome as { error: Error }
    for (const other of others) if (failed(await settle(other(...args)))) error.message += " Also elsewhere."
    throw error
  },
  "shares an answer that another tenant waits for": async ({ own }, args) => {
    const key = JSON.stringify(args)
    const waiting = batches.get(key) ?? own(...args)
    batches.set(key, waiting)
    await settle(waiting)
    batches.delete(key)
    return waiting
  },
} satisfies Readonly<Record<string, Leak>>

export type LeakName = keyof typeof leaks

const reading = /^(get|list)|\.(list|read|count|page)/
const creating = /^(create|link)|signUp|claim/
const owned = /^(createSession|linkAccount|createAuthenticator)$/
const throwing = /^(create|link|updateUser)|signUp/

/** The ways in which this function can ignore its tenant and do harm. `slots.increment` always has an answer of its own. */
const listLeaks = (call: string): LeakName[] => [
  "uses one tenant for all",
  ...(reading.test(call) ? (["falls back to another tenant", "prefers another tenant"] as const) : []),
  ...(reading.test(call) && !call.startsWith("upkeep")
    ? (["shares an answer that another tenant waits for"] as const)
    : []),
  ...(reading.test(call) ? [] : (["acts on all tenants"] as const)),
  ...(reading.test(call) || creating.test(call) || call === "slots.increment"
    ? []
    : (["falls back to another tenant", "prefers another tenant"] as const)),
  ...(creating.test(call) ? (["is refused for a key of another tenant"] as const) : []),
  ...(owned.test(call) ? (["accepts an owner of another tenant"] as const) : []),
  ...(throwing.test(call) ? (["tells in an error of other tenants"] as const) : []),
]

const inMemory = new Set(
  [...new Set(tenantCalls.map(({ call }) => call))].filter((call) => call !== "upkeep.repair"),
)

/** A leak of each function, in each way. */
export const leakingFunctions = [...inMemory].flatMap((call) =>
  listLeaks(call).map((leak) => ({ call, leak })),
)

const mortise = Symbol.for("mortise")

/** A tenant-aware adapter that ignores the tenant in one function. */
export function leakingAdapter({ call, leak }: { readonly call: string; readonly leak: LeakName }) {
  const forTenant = memoryAdapter({ tenants: true })
  const opened = new Map<string, MortiseAdapter>()
  const [member = "", part] = call.split(".").reverse()
  const readFunctions = (adapter: MortiseAdapter): Functions =>
    (part ? (adapter[mortise as never] as Record<string, Functions>)[part] : adapter) as Functions
  const pick = (adapter: MortiseAdapter): AnyFunction => readFunctions(adapter)[member] as AnyFunction

  return (tenant: string): object => {
    const adapter = forTenant(tenant)
    opened.set(tenant, adapter)
    const leaking = (...args: unknown[]) => {
      const others = [...opened].filter(([name]) => name !== tenant).map(([, other]) => pick(other))
      return leaks[leak]({ own: pick(adapter), others, shared: pick(forTenant("shared")) }, args)
    }
    if (!part) return { ...adapter, [member]: leaking }
    const inside = adapter[mortise as never] as object
    return { ...adapter, [mortise]: { ...inside, [part]: { ...readFunctions(adapter), [member]: leaking } } }
  }
}

/** Functions that take a wrong name for that of a tenant. */
export const confusedNames: Readonly<Record<string, () => (tenant: string) => object>> = {
  "names/refused-undefined": () => {
    const forTenant = memoryAdapter({ tenants: true })
    return (tenant) => forTenant(tenant ?? "default")
  },
  "names/refused-object": () => {
    const forTenant = memoryAdapter({ tenants: true })
    return (tenant) => forTenant(typeof tenant === "object" && !Array.isArray(tenant) ? "default" : tenant)
  },
  "names/refused-empty": () => {
    const forTenant = memoryAdapter({ tenants: true })
    return (tenant) => forTenant(tenant || "default")
  },
  "names/letter-case": () => {
    const forTenant = memoryAdapter({ tenants: true })
    return (tenant) => forTenant(tenant.toLowerCase())
  },
  "names/joined-with-nothing": () => joining(""),
  "names/joined-with-a-hyphen": () => joining("-"),
  "names/joined-with-an-underscore": () => joining("_"),
}

/** Finds sessions by a text that joins the tenant's name and the token. */
function joining(separator: string) {
  const forTenant = memoryAdapter({ tenants: true })
  const names = new Set<string>()
  return (tenant: string): object => {
    const adapter = forTenant(tenant)
    names.add(tenant)
    return {
      ...adapter,
      async getSessionAndUser(token: string) {
        const joined = `${tenant}${separator}${token}`
        for (const name of names) {
          const start = `${name}${separator}`
          const row =
            joined.startsWith(start) && (await forTenant(name).getSessionAndUser(joined.slice(start.length)))
          if (row) return row
        }
        return null
      },
    }
  }
}
