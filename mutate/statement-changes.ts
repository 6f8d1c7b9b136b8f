import type { Expression, Node } from "oxc-parser"
import { type Change, dropItem, replace, replacePart, type Span, sliceText } from "./change.ts"

/** Removed conditions, statements, arguments and spreads, swapped branches, missing `await`, empty results. */
export function statementChanges(node: Node, text: string): Change[] {
  switch (node.type) {
    case "IfStatement":
      return ["true", "false"].map((value) => replace("condition", text, node.test, value))
    case "WhileStatement":
      return [replace("condition", text, node.test, "false")]
    case "ConditionalExpression": {
      const { test, consequent, alternate } = node
      const swapped = `${sliceText(text, test)} ? ${sliceText(text, alternate)} : ${sliceText(text, consequent)}`
      return [replace("swapped branches", text, node, swapped)]
    }
    case "ExpressionStatement":
      return node.directive ? [] : [replace("removed statement", text, node, ";")]
    case "ThrowStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return [replace("removed statement", text, node, ";")]
    case "ReturnStatement":
      return node.argument
        ? emptyResults(node.argument, text)
        : [replace("removed statement", text, node, ";")]
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement" ? [] : emptyResults(node.body, text)
    case "AwaitExpression":
      return [replace("missing await", text, node, sliceText(text, node.argument))]
    case "CallExpression":
    case "NewExpression":
      return droppedArgument(node, text)
    case "ArrayExpression":
      return droppedSpreads(
        node.elements.filter((element) => element !== null),
        text,
      )
    case "ObjectExpression":
      return droppedSpreads(node.properties, text)
    default:
      return []
  }
}

function emptyResults(value: Expression, text: string): Change[] {
  const originalText = sliceText(text, value)
  return ["null", "undefined"]
    .filter((empty) => empty !== originalText)
    .map((empty) => replace("empty result", text, value, empty))
}

function droppedArgument(node: Span & { readonly arguments: readonly Node[] }, text: string): Change[] {
  return dropItem("dropped argument", text, node.arguments, node.arguments.length - 1).map(({ start, end }) =>
    replacePart("dropped argument", text, node, { start, end }, ""),
  )
}

const droppedSpreads = (items: readonly Node[], text: string): Change[] =>
  items.flatMap((item, at) =>
    item.type === "SpreadElement" ? dropItem("dropped spread", text, items, at) : [],
  )
