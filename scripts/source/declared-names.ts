import type { Statement } from "oxc-parser"

/** The names that a statement declares, and whether they exist at run time. */
export function declaredNames(statement: Statement): { name: string; isValue: boolean }[] {
  const inner = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
  switch (inner?.type) {
    case "VariableDeclaration":
      return inner.declarations.flatMap(({ id }) =>
        id.type === "Identifier" ? [{ name: id.name, isValue: true }] : [],
      )
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
      return inner.id ? [{ name: inner.id.name, isValue: true }] : []
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
      return [{ name: inner.id.name, isValue: false }]
    default:
      return []
  }
}
