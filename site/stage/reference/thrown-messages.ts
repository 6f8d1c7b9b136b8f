import ts from "typescript"
import type { Sources } from "./program.ts"

/** The messages that the library throws with each code of `MortiseError`. `…` stands for a part that varies. */
export function thrownMessages({ program }: Sources): ReadonlyMap<string, readonly string[]> {
  const textsByCode = new Map<string, Set<string>>()
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === "MortiseError") {
      const [code, message] = node.arguments ?? []
      const text = message && readText(message)
      if (code && ts.isStringLiteral(code) && text !== undefined)
        textsByCode.set(code.text, (textsByCode.get(code.text) ?? new Set()).add(text))
    }
    ts.forEachChild(node, visit)
  }
  for (const file of program.getSourceFiles())
    if (file.fileName.includes("/packages/mortise/src/")) visit(file)
  return new Map([...textsByCode].map(([code, texts]) => [code, [...texts].sort()]))
}

/** The text of a message; undefined if most of it is only known at run time. */
function readText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  const text = node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("")
  return text.replace(/[^a-z]/gi, "").length > 20 ? text : undefined
}

/** The comment above each element of `errorCodes`. */
export function errorMeanings({ program }: Sources): ReadonlyMap<string, string> {
  const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith("/contract/errors.ts"))
  const list = file?.text.match(/errorCodes = \[([\s\S]*?)\] as const/)?.[1] ?? ""
  return new Map(
    [...list.matchAll(/\/\*\* (.*?) \*\/\s+"(\w+)"/g)].map(([, meaning = "", code = ""]) => [code, meaning]),
  )
}
