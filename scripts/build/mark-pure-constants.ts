import type { Plugin } from "rolldown"
import { parseAst } from "rolldown/parseAst"

type Code = { readonly start: number; readonly end: number }

/**
 * Marks how the constants of a chunk are made as free of side effects, as `sideEffects` in package.json says of every
 * module. Bundlers then leave out the constants that an application does not use, although they are calls, or read
 * members of other objects.
 */
export const markPureConstants: Plugin = {
  name: "mark-pure-constants",
  renderChunk: (code) =>
    parseAst(code)
      .body.flatMap((statement) => (statement.type === "VariableDeclaration" ? statement.declarations : []))
      .flatMap(({ id, init }) => (id.type === "Identifier" && init && needsMark(init) ? [init] : []))
      .reduceRight((text, init) => markPure(text, init, isSingleCall(init)), code),
}

function markPure(text: string, { start, end }: Code, isCall: boolean): string {
  const expression = text.slice(start, end)
  const call = isCall ? expression : `(() => (${expression}))()`
  return `${text.slice(0, start)}/* @__PURE__ */ ${call}${text.slice(end)}`
}

// Bundlers keep them, even if nothing uses them.
const effects = /^(Call|New|Member|Spread|Tagged)/

const needsMark = (init: object): boolean => contains(init, effects) && !contains(init, /^Await/)

/** Whether one mark says all: the call has neither calls among its arguments nor is the call of a result. */
const isSingleCall = (init: object): boolean =>
  "callee" in init &&
  "arguments" in init &&
  !contains(init.callee as object, /^(Call|New)/) &&
  !contains(init.arguments as object, effects)

/** Whether an expression contains one of a type. Functions run later. */
function contains(node: object, types: RegExp): boolean {
  const type = "type" in node ? String(node.type) : ""
  if (type.includes("Function")) return false
  return (
    types.test(type) ||
    Object.values(node).some((child) => typeof child === "object" && child && contains(child, types))
  )
}
