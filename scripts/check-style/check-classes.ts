import { type Class, parseSync, Visitor } from "oxc-parser"
import { lineAt } from "../source/line-at.ts"

/** One message for each class of a file that is neither an error nor a Durable Object. */
export function checkClasses(file: string, text: string): string[] {
  // Most files do not have the word, and need not be parsed.
  if (!/\bclass\b/.test(text)) return []
  const complaints: string[] = []
  const judge = (node: Class) => {
    const parent = node.superClass?.type === "Identifier" ? node.superClass.name : ""
    // The platform creates Durable Objects, and they must be classes.
    if (!parent.endsWith("Error") && parent !== "DurableObject")
      complaints.push(
        `${file}:${lineAt(text, node.start)} declares a class: write a function that returns a plain object; only errors are classes.`,
      )
  }
  new Visitor({ ClassDeclaration: judge, ClassExpression: judge }).visit(parseSync(file, text).program)
  return complaints
}
