import { type Names, type Step, toCall } from "./program-step.ts"

/** A piece of code, which is printed without quotes. */
type Code = { readonly code: string }

const isCode = (value: unknown): value is Code =>
  typeof value === "object" && value !== null && "code" in value

/** Prints labels as variables and keys as string literals. */
const asCode = (made: ReadonlySet<string>): Names<Code> => ({
  id: (user) => ({ code: made.has(user) ? `${user}.id` : '"an unknown id"' }),
  key: (text) => ({ code: JSON.stringify(text) }),
})

/** A step as a line of TypeScript. `made` contains the users that exist so far. */
export function printStep(step: Step, made: ReadonlySet<string>): string {
  const { operation, args } = toCall(step, asCode(made), () => ({ code: "crypto.randomUUID()" }))
  const call = `await adapter.${operation}(${args.map(print).join(", ")})`
  return step.op === "createUser" && !made.has(step.user) ? `const ${step.user} = ${call}` : call
}

function print(value: unknown): string {
  if (isCode(value)) return value.code
  if (value instanceof Date) return `new Date("${value.toISOString()}")`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${print(field)}`)
  return `{ ${fields.join(", ")} }`
}
