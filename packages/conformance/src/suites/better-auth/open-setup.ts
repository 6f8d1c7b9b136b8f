import type { BetterAuthOptions, DBAdapter, SecondaryStorage } from "better-auth"
import { type CaseHooks, watchCall } from "../../engine/case-hooks.ts"
import type { OpenSetup } from "../../engine/suite.ts"
import type { CallKind } from "../../engine/watch/record-calls.ts"
import type { BetterAuthTools, ObservedAdapter } from "./case.ts"
import { createBetterAuthData } from "./data.ts"
import { findLackingModels, type Lacking, openAdapter } from "./open-database.ts"
import type { BetterAuthSetup } from "./run-options.ts"
import { suiteOptions } from "./suite-options.ts"

/** Opens the adapter of a setup for its cases. */
export async function openSetup(
  setup: BetterAuthSetup,
): Promise<OpenSetup<BetterAuthSetup, BetterAuthTools>> {
  const { database, storage } = setup
  const raw = database && (await openAdapter(database, suiteOptions))
  const lacking: Lacking = raw ? await findLackingModels(raw) : new Map()
  const data = createBetterAuthData()
  return {
    createTools(hooks, openBroken) {
      const noDatabase = () => hooks.skip("the run has no database")
      const view = (adapter: DBAdapter | undefined, kind?: CallKind) =>
        adapter
          ? observedAdapter(adapter, lacking, { ...hooks, kind })
          : createRefusingObject<ObservedAdapter>(noDatabase)
      return {
        ...data,
        setup,
        db: view(raw),
        raw: raw ?? createRefusingObject<DBAdapter>(noDatabase),
        storage: observedStorage(storage, hooks),
        options: suiteOptions,
        open: async (options?: BetterAuthOptions) =>
          database ? view(await openAdapter(database, { ...suiteOptions, ...options })) : noDatabase(),
        async openBroken() {
          const broken = await openBroken()
          const adapter = broken.database && (await openAdapter(broken.database, suiteOptions))
          return { db: view(adapter, "apart"), storage: observedStorage(broken.storage, hooks, "apart") }
        },
        skip: hooks.skip,
      }
    },
    createCheck:
      (hooks) =>
      ({ args }) =>
        refuseLacking(args[0], lacking, hooks),
  }
}

/** An object with any method. A promise may resolve to it, so it has no method `then`. */
const withMethods = <T extends object>(method: (name: string) => AnyMethod): T =>
  new Proxy({} as T, { get: (_, name: string) => (name === "then" ? undefined : method(name)) })

const createRefusingObject = <T extends object>(refuse: () => never): T => withMethods(() => refuse)

function refuseLacking(input: unknown, lacking: Lacking, { skip }: Pick<CaseHooks, "skip">): void {
  const { model } = (input ?? {}) as { model?: string }
  const reason = model === undefined ? undefined : lacking.get(model)
  if (reason !== undefined) skip(reason)
}

type ObservedHooks = CaseHooks & { readonly kind?: CallKind | undefined }
type AnyMethod = (...args: unknown[]) => unknown

/** The methods of an adapter. The adapter inside a transaction is observed too. */
function observedAdapter(adapter: object, lacking: Lacking, hooks: ObservedHooks): ObservedAdapter {
  return withMethods((name) => async (input) => {
    const method = (adapter as Record<string, AnyMethod | undefined>)[name]
    if (!method) throw new TypeError(`The adapter has no ${name}.`)
    refuseLacking(input, lacking, hooks)
    const argument =
      typeof input === "function" ? (inside: object) => input(observedAdapter(inside, lacking, hooks)) : input
    return watchCall(hooks, name, () => method.call(adapter, argument), hooks.kind)
  })
}

/** The methods of a storage. A case that uses one that it lacks is skipped. */
function observedStorage(
  storage: SecondaryStorage | undefined,
  hooks: CaseHooks,
  kind?: CallKind,
): Required<SecondaryStorage> {
  return withMethods((name) => async (...args) => {
    if (!storage) return hooks.skip("the run has no storage")
    const method = (storage as unknown as Record<string, AnyMethod | undefined>)[name]
    if (!method) return hooks.skip(`the storage has no ${name}`)
    return watchCall(hooks, `storage.${name}`, () => method.apply(storage, args), kind)
  })
}
