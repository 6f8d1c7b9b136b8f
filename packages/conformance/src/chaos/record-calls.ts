import { MortiseError } from "mortise"
import { findOperation } from "../engine/case-tools/find-operation.ts"
import {
  type ChaosCall,
  type ChaosOutcome,
  type ChaosRequest,
  getEffect,
  type RowValue,
} from "./chaos-call.ts"

/** Reads the value of a returned row. */
export type ReadRow = (row: unknown) => RowValue

/** Makes one call and records it. Resolves to `undefined` if the adapter does not have the operation. */
export type Perform = (
  adapter: object,
  request: ChaosRequest,
  args: readonly unknown[],
  read?: ReadRow,
) => Promise<ChaosCall | undefined>

/** Where a history is written, and the clock of its calls. */
export type Recorder = {
  /** Stores a line at once, so that it survives the end of the process. */
  write(line: string): void
  now(): number
}

type StartLine = ChaosRequest & { readonly id: number; readonly from: number }
type EndLine = { readonly id: number; readonly to: number; readonly outcome: ChaosOutcome }

/**
 * Writes a line before each call and a line after it, so that a killed process leaves its open calls in the history.
 * `read` is only called for rows that the adapter returns; a creation stores what was sent.
 */
export function recordCalls({ write, now }: Recorder): Perform {
  let count = 0
  return async (adapter, request, args, read) => {
    const run = findOperation(adapter, request.operation)
    if (!run) return undefined
    const id = ++count
    const from = now()
    write(JSON.stringify({ ...request, id, from } satisfies StartLine))
    const outcome = await settle(request, () => run.apply(adapter, [...args]), read)
    const to = now()
    write(JSON.stringify({ id, to, outcome } satisfies EndLine))
    return { ...request, from, to, outcome }
  }
}

async function settle(
  request: ChaosRequest,
  run: () => unknown,
  read: ReadRow | undefined,
): Promise<ChaosOutcome> {
  try {
    const row = await run()
    if (getEffect(request) === "create") return { value: request.set ?? "" }
    if (row === null || (Array.isArray(row) && row.length === 0)) return "nothing"
    if (row === undefined) return getEffect(request) === "read" ? "nothing" : "done"
    return { value: read ? read(row) : (request.set ?? "") }
  } catch (error) {
    return { error: error instanceof MortiseError ? error.code : "unknown" }
  }
}

/** The calls of a file that one process wrote. A line that was cut off ends the file. */
export function parseCalls(text: string): ChaosCall[] {
  const ends = new Map<number, EndLine>()
  const starts: StartLine[] = []
  for (const line of text.split("\n").filter((rawLine) => rawLine.endsWith("}"))) {
    const parsed: StartLine | EndLine = JSON.parse(line)
    if ("outcome" in parsed) ends.set(parsed.id, parsed)
    else starts.push(parsed)
  }
  return starts.map(({ id, ...request }) => {
    const { to = Number.POSITIVE_INFINITY, outcome = "lost" as const } = ends.get(id) ?? {}
    return { ...request, to, outcome }
  })
}
