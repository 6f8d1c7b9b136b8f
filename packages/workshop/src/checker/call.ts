import { type Adapter, extras, slots } from "../../../mortise/src/index.ts"

/** A call of a function of a subject. Its texts are labels, which get a suffix for each run. */
export type Call = { readonly operation: string; readonly args: readonly unknown[] }

/** Functions that a caller can call, by name. */
export type Functions = Readonly<Record<string, (...args: never[]) => unknown>>

/** The operations, extras and slots of an adapter. */
export const listFunctions = (adapter: Adapter): Functions => ({
  ...adapter,
  ...extras(adapter),
  ...Object.fromEntries(Object.entries(slots(adapter) ?? {}).map(([name, run]) => [`slots.${name}`, run])),
})

/** What a call returned, as text that can be compared; `lost` if its caller died or cannot know. */
export type Output = string

export const lost: Output = "lost"

/** The codes of errors after which a caller cannot know whether its call was applied, or may try again. */
const unclear = ["transient", "indeterminate", "unavailable"]

/** Makes a call with the keys of one run. */
export const makeCall = async (
  functions: Functions,
  { operation, args }: Call,
  suffix: string,
): Promise<Output> =>
  settleOutput(async () => {
    const run = functions[operation] as (...args: unknown[]) => unknown
    return run(...args.map((arg) => addSuffix(arg, suffix)))
  }, suffix)

/** The output of a call: its result without the suffix, or the code of its error. */
async function settleOutput(call: () => Promise<unknown>, suffix: string): Promise<Output> {
  try {
    return JSON.stringify(toPlain(await call()))?.replaceAll(suffix, "") ?? "null"
  } catch (error) {
    const code = (error as { code?: string }).code ?? String(error)
    return unclear.includes(code) ? lost : code
  }
}

/** Keys are the texts that contain a mark, in whose place the suffix of a run goes. */
export const mark = "~"

function addSuffix(value: unknown, suffix: string): unknown {
  if (typeof value === "string") return value.replace(mark, suffix)
  if (typeof value !== "object" || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, addSuffix(field, suffix)]))
}

/** Fields in the order of their names, rows in the order of their text, and nothing that is empty. */
function toPlain(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (Array.isArray(value))
    return value.map(toPlain).sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b)))
  if (typeof value !== "object" || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined)
      .sort(([a], [b]) => compare(a, b))
      .map(([name, field]) => [name, toPlain(field)]),
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A call as it is printed, and as a command line takes it. */
export const printCall = ({ operation, args }: Call): string =>
  `${operation}(${args.map((arg) => printValue(arg)).join(", ")})`

function printValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === "string") return JSON.stringify(value.replace(mark, ""))
  if (typeof value !== "object" || value === null) return String(value)
  return `{ ${Object.entries(value)
    .filter(([name]) => !isBulk(name))
    .map(([name, field]) => `${name}: ${printValue(field)}`)
    .join(", ")} }`
}

/** Fields that are the same in every call. */
const isBulk = (name: string): boolean => /^(type|provider|credential[PDB].*|transports)$/.test(name)
