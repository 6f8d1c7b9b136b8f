import { MortiseError } from "../../contract/errors.ts"

/** How a factory recognizes its client. */
export type ClientShape = {
  readonly factory: string
  /** What to pass, as the middle of a sentence. */
  readonly takes: string
  /** Members of every such client. */
  readonly has: readonly string[]
  /** Members that only clients of other packages have. */
  readonly lacks?: readonly string[]
}

/** Throws `invalid` for anything but the client of the factory; the message says what to pass. */
export function checkClient(client: unknown, { factory, takes, has, lacks = [] }: ClientShape): void {
  const problem = problemWith(client, has, lacks)
  if (problem) throw new MortiseError("invalid", `${factory} takes ${takes}. It received ${problem}.`)
}

/** Whether a client looks like that of a factory. */
export const fitsShape = (client: unknown, { has, lacks = [] }: ClientShape): boolean =>
  problemWith(client, has, lacks) === undefined

function problemWith(client: unknown, has: readonly string[], lacks: readonly string[]): string | undefined {
  if (client === null || client === undefined) return "nothing"
  if (typeof client !== "object" && typeof client !== "function") return `a ${typeof client}`
  if (client instanceof Promise) return "a promise: await it first"
  const missing = has.find((name) => !(name in client))
  if (missing) return `an object without \`${missing}\``
  const foreign = lacks.find((name) => name in client)
  return foreign && `a client of another package: it has \`${foreign}\``
}
