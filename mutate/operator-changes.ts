import type { Node } from "oxc-parser"
import { type Change, replace, replacePart, type Span, sliceText } from "./change.ts"

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "++": ["--"],
  "--": ["++"],
}

/** Other operators: comparison, boundary, arithmetic, logic, negation, `??` and `?.`. */
export function operatorChanges(node: Node, text: string): Change[] {
  switch (node.type) {
    case "BinaryExpression":
      return infixChanges(node, text)
    case "LogicalExpression":
      return [
        ...infixChanges(node, text),
        replace("one side", text, node, sliceText(text, node.left)),
        replace("one side", text, node, sliceText(text, node.right)),
      ]
    case "AssignmentExpression": {
      const between = { start: node.left.end, end: node.right.start }
      return others(node.operator).map((operator) =>
        replacePart("operator", text, node, between, ` ${operator} `),
      )
    }
    case "UpdateExpression":
      return others(node.operator).map((operator) =>
        replace("operator", text, node, sliceText(text, node).replace(node.operator, operator)),
      )
    case "UnaryExpression":
      return node.operator === "!" || node.operator === "-"
        ? [replace("negation", text, node, sliceText(text, node.argument))]
        : []
    case "MemberExpression":
      return node.optional ? chainChange(node, text, node.object.end, node.computed ? "" : ".") : []
    case "CallExpression":
      return node.optional ? chainChange(node, text, node.callee.end, "") : []
    default:
      return []
  }
}

const others = (operator: string): readonly string[] => otherOperators[operator] ?? []

type Infix = Span & { readonly left: Span; readonly operator: string; readonly right: Span }

function infixChanges(node: Infix, text: string): Change[] {
  const between = { start: node.left.end, end: node.right.start }
  if (node.operator === "instanceof" || node.operator === "in")
    return [replace("comparison", text, node, `!(${sliceText(text, node)})`)]
  return others(node.operator).map((operator) =>
    replacePart("operator", text, node, between, ` ${operator} `),
  )
}

function chainChange(node: Span, text: string, after: number, replacement: string): Change[] {
  const start = text.indexOf("?.", after)
  return [replacePart("optional chain", text, node, { start, end: start + 2 }, replacement)]
}
