import type { Node, TemplateLiteral } from "oxc-parser"
import { type Change, replace, replacePart } from "./change.ts"

// Two adjacent words in lower case. SQL is written in upper case.
const sentence = /[a-z]{2,}[,:;]? [a-z]+/

/** Other numbers, booleans and texts. Sentences stay: their wording is not behavior. */
export function literalChanges(node: Node, ancestors: readonly Node[], text: string): Change[] {
  if (node.type === "TemplateLiteral") return isMessage(node, ancestors) ? [] : templateChanges(node, text)
  if (node.type !== "Literal" || isName(node, ancestors.at(-1))) return []
  const { value } = node
  if (typeof value === "boolean") return [replace("literal", text, node, String(!value))]
  if (typeof value === "number") return [replace("literal", text, node, String(value + 1))]
  if (typeof value !== "string" || sentence.test(value)) return []
  return [replace("literal", text, node, value === "" ? '"mutant"' : '""')]
}

/** Whether a literal is a key of an object or the name of a module. */
function isName(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === "Property") return parent.key === node && !parent.computed
  return parent?.type === "ImportExpression"
}

function isMessage(node: TemplateLiteral, ancestors: readonly Node[]): boolean {
  return sentence.test(node.quasis.map(({ value }) => value.raw).join("x")) || ancestors.some(createsError)
}

function createsError(node: Node): boolean {
  if (node.type === "ThrowStatement") return true
  return (
    node.type === "NewExpression" && node.callee.type === "Identifier" && node.callee.name.endsWith("Error")
  )
}

/** Drops one of the fixed parts. */
function templateChanges(node: TemplateLiteral, text: string): Change[] {
  return node.quasis.flatMap(({ start, end, value }) => {
    if (value.raw.trim() === "") return []
    // The parser counts the delimiters of a part as the part.
    const from = text.indexOf(value.raw, start)
    const part = { start: from, end: from + value.raw.length }
    return part.end <= end ? [replacePart("literal", text, node, part, "")] : []
  })
}
