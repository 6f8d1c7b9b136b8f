import { printLine } from "../engine/print.ts"
import type { Setup } from "../suites/authjs/run-options.ts"
import type { ChaosHooks } from "./hooks.ts"
import { type ChaosReport, type FaultReport, faultLines, faultReport } from "./report.ts"

/** The options of a run with faults. */
export type ChaosOptions = {
  /** The URL of a module that exports `ChaosHooks`. Several processes import it. */
  readonly module: URL | string
  /** How long faults are injected in turn. Each one happens at least once. Default: 60 seconds. */
  readonly durationSeconds?: number
  /** The number of processes that call the cluster. Default: 3. */
  readonly processes?: number
  /** Node flags for those processes, such as `--import tsx`. Default: the flags of this process. */
  readonly execArgv?: readonly string[]
  /** Receives the report line by line; `false` prints nothing. Default: the console. */
  readonly onLine?: ((line: string) => void) | false
  /** Ends the run after the current fault. */
  readonly signal?: AbortSignal
}

/**
 * Injects faults into your own cluster while several processes sign users up, in and out, and compares the
 * answers that the callers got with the rows of every node. Needs Node.
 *
 * @example
 * ```ts no-run: needs a cluster
 * import { runChaos } from "@mortise/conformance"
 *
 * const { failed } = await runChaos({ module: new URL("./my-cluster.mjs", import.meta.url), durationSeconds: 600 })
 * if (failed > 0) throw new Error("the cluster broke a promise")
 * ```
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { module, durationSeconds = 60, onLine: print = printLine, signal } = options
  const { openHooks } = await import("./processes/chaos-module.ts")
  const { withstand } = await import("./processes/withstand.ts")
  const hooks = await openHooks(module)
  const { close, ...readers } = await openReaders(hooks)
  const { check, timeoutSeconds } = hooks
  const target = {
    ...options,
    ...readers,
    ...(check && { check }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  }
  const faults: FaultReport[] = []
  const end = performance.now() + durationSeconds * 1000
  try {
    for (const fault of inTurn(hooks.faults, () => performance.now() < end)) {
      const { calls, findings } = await withstand(target, fault)
      const report = faultReport(fault.name, calls, findings)
      faults.push(report)
      if (print) for (const line of faultLines(report)) print(line)
      if (signal?.aborted) break
    }
  } finally {
    await close()
  }
  return { faults, failed: faults.reduce((sum, { findings }) => sum + findings.length, 0) }
}

/**
 * Imports a module of hooks and checks what it exports, before a run. Throws an error that names what is missing.
 *
 * @example
 * ```ts no-run: needs a cluster
 * import { checkChaosModule } from "@mortise/conformance"
 *
 * await checkChaosModule(new URL("./my-cluster.mjs", import.meta.url))
 * ```
 */
export async function checkChaosModule(module: URL | string): Promise<void> {
  const { openHooks } = await import("./processes/chaos-module.ts")
  await openHooks(module)
}

/** All faults once, then again in the same order while there is time. */
function* inTurn<T>(list: readonly T[], isTime: () => boolean): Generator<T> {
  yield* list
  for (let index = 0; isTime(); index++) yield list[index % list.length] as T
}

type Hooks = Omit<ChaosHooks, "factory"> & { readonly factory: readonly (() => unknown)[] }

async function openReaders({ factory, nodes = [] }: Hooks) {
  const open = (factories: readonly (() => unknown)[]) =>
    Promise.all(factories.map(async (openSetup) => (await openSetup()) as Setup))
  const entries = await open(factory)
  const nodeSetups = await open(nodes)
  const read = nodeSetups.length > 0 ? nodeSetups : entries
  return {
    entry: (entries[0] as Setup).adapter,
    nodes: read.map(({ adapter }, index) => ({ name: `node ${index + 1}`, adapter })),
    async close() {
      for (const setup of [...entries, ...nodeSetups]) await setup.close?.()
    },
  }
}
