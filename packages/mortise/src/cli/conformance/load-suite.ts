import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ExitError, exitCodes } from "../program/exit-code.ts"

/** The parts of `@mortise/conformance` that the command line calls. The library does not import the suite. */
export type Suite = {
  readonly cases: readonly { readonly id: string }[]
  runConformance(options: SuiteOptions): Promise<SuiteReport>
  toJson(report: SuiteReport): string
  toBadge(report: SuiteReport): string
  toHtml(report: SuiteReport): string
  checkChaosModule(module: URL): Promise<void>
  runChaos(options: ChaosOptions): Promise<ChaosReport>
}

export type RunOptions = {
  readonly effort: "quick" | "full"
  readonly only?: readonly string[]
  readonly seed?: number
  readonly onLine?: ((line: string) => void) | false
}

type SuiteOptions = RunOptions & { factory(): { readonly adapter: object } }

export type SuiteReport = { readonly failed: number; readonly warned: number }

type ChaosOptions = {
  readonly module: URL
  readonly durationSeconds: number
  readonly signal: AbortSignal
  onLine(line: string): void
}

export type ChaosReport = { readonly faults: readonly { readonly calls: number }[]; readonly failed: number }

const name = "@mortise/conformance"

/** Imports the suite that is installed in the current folder, else beside this program. */
export async function loadSuite(): Promise<Suite> {
  const file = resolveFrom(join(process.cwd(), "package.json")) ?? resolveFrom(import.meta.url)
  if (file !== undefined) return import(pathToFileURL(file).href)
  throw new ExitError(
    exitCodes.configuration,
    `The conformance suite is a package of its own, and it is not installed. Run: npm install --save-dev ${name}`,
  )
}

function resolveFrom(place: string): string | undefined {
  try {
    return createRequire(place).resolve(name)
  } catch {
    return undefined
  }
}
