import type { BetterAuthOptions, DBAdapter, SecondaryStorage } from "better-auth"
import { type CaseHooks, watchCall } from "../../engine/case-hooks.ts"
import { choose, createRandom } from "../../engine/case-tools/random.ts"
import { createExpectations } from "../../engine/expectations.ts"
import type { SetupParts } from "../../engine/open-setups.ts"
import { observedRace } from "../../engine/processes/observed-race.ts"
import type { Settled } from "../../engine/run-options.ts"
import type { SuiteRun } from "../../engine/suite-run.ts"
import { noOutageReason, noProcessesReason } from "../../engine/suite-run.ts"
import { createTiming } from "../../engine/timing.ts"
import type { CallKind } from "../../engine/watch/record-calls.ts"
import type { BetterAuthContext, ObservedAdapter } from "./case.ts"
import { createBetterAuthData } from "./data.ts"
import { findLackingModels, type Lacking, openAdapter } from "./open-database.ts"
import type { BetterAuthRunOptions, BetterAuthSetup } from "./run-options.ts"
import { suiteOptions } from "./suite-options.ts"

/** Opens the adapter of a setup for its cases. */
export async function openContext(
  { effort, seed }: Settled<BetterAuthRunOptions>,
  { setup, watch, openBroken, inProcesses }: SetupParts<BetterAuthSetup>,
): Promise<SuiteRun<BetterAuthContext>> {
  const { database } = setup
  const raw = database && (await openAdapter(database, suiteOptions))
  const lacking = raw ? await findLackingModels(raw) : new Map<string, string>()
  const data = createBetterAuthData()
  const run: OpenSetup = { setup, raw, lacking, openBroken, inProcesses }
  return {
    effort,
    seed,
    watch,
    whySkipped(testCase) {
      if (testCase.outage && !openBroken) return noOutageReason
      return testCase.processes && !inProcesses ? noProcessesReason("runBetterAuth") : undefined
    },
    createContext(testCase, hooks) {
      const [random, choice] = [createRandom(seed, testCase.id), createRandom(0, testCase.id)]
      return {
        ...data,
        ...createExpectations(hooks.fail, false),
        ...createTiming(effort, hooks),
        ...connections(run, hooks),
        options: suiteOptions,
        effort,
        watch: (name, call) => watchCall(hooks, name, call),
        skip: hooks.skip,
        random,
        // The same values with every seed.
        some: (list, count) => (effort === "full" ? list : choose(list, count, choice)),
      }
    },
  }
}

type OpenSetup = Pick<SetupParts<BetterAuthSetup>, "setup" | "openBroken" | "inProcesses"> & {
  readonly raw: DBAdapter | undefined
  readonly lacking: Lacking
}

type Connections = Pick<
  BetterAuthContext,
  "db" | "raw" | "storage" | "setup" | "open" | "openBroken" | "inProcesses"
>

function connections(
  { setup, raw, lacking, openBroken, inProcesses }: OpenSetup,
  hooks: CaseHooks,
): Connections {
  const noDatabase = () => hooks.skip("the run has no database")
  const view = (adapter: DBAdapter | undefined, kind?: CallKind) =>
    adapter
      ? observedAdapter(adapter, lacking, { ...hooks, kind })
      : createRefusingObject<ObservedAdapter>(noDatabase)
  const open = async (options?: BetterAuthOptions) =>
    setup.database ? view(await openAdapter(setup.database, { ...suiteOptions, ...options })) : noDatabase()
  return {
    setup,
    db: view(raw),
    raw: raw ?? createRefusingObject<DBAdapter>(noDatabase),
    storage: observedStorage(setup.storage, hooks),
    open,
    async openBroken() {
      const broken = (await openBroken?.()) ?? hooks.skip(noOutageReason)
      const adapter = broken.database && (await openAdapter(broken.database, suiteOptions))
      return { db: view(adapter, "apart"), storage: observedStorage(broken.storage, hooks, "apart") }
    },
    inProcesses: inProcesses
      ? observedRace(inProcesses, hooks, ({ args }) => refuseLacking(args[0], lacking, hooks))
      : () => hooks.skip(noProcessesReason("runBetterAuth")),
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
