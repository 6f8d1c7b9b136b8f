import ts from "typescript"
import type { Exported } from "./program.ts"

/** A property of a type, such as an option. */
export type Member = {
  readonly name: string
  readonly isOptional: boolean
  readonly type: string
  readonly docs: string
}

/** An exported name as its page shows it. */
export type Description = {
  readonly name: string
  readonly isValue: boolean
  readonly signature: string
  readonly docs: string
  readonly examples: readonly string[]
  readonly members: readonly Member[]
}

/** Describes an exported name from its declaration. */
export function describeExport({ name, symbol }: Exported, checker: ts.TypeChecker): Description {
  const declarations = symbol.getDeclarations() ?? []
  const isValue = declarations.some(
    (declaration) =>
      ts.isFunctionDeclaration(declaration) ||
      ts.isVariableDeclaration(declaration) ||
      ts.isClassDeclaration(declaration),
  )
  const signatures = declarations
    .filter(
      (declaration) =>
        !(ts.isFunctionDeclaration(declaration) && declaration.body && declarations.length > 1),
    )
    .map(
      (declaration) =>
        (ts.isTypeAliasDeclaration(declaration) && !ts.isUnionTypeNode(declaration.type)
          ? formatUnion(declaration, checker)
          : undefined) ?? formatSignature(declaration),
    )
  return {
    name,
    isValue,
    signature: signatures.join("\n\n"),
    docs: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    examples: symbol
      .getJsDocTags(checker)
      .filter(({ name }) => name === "example")
      .map(({ text }) => ts.displayPartsToString(text).trim()),
    members: listMembers(symbol, checker),
  }
}

/** The declaration without its body and its comments. */
function formatSignature(declaration: ts.Declaration): string {
  const source = declaration.getSourceFile().text
  const slice = (end: number) => source.slice(declaration.getStart(), end)
  if (ts.isFunctionDeclaration(declaration))
    return clean(slice(declaration.body?.getStart() ?? declaration.end))
  if (ts.isVariableDeclaration(declaration)) return `const ${variableSignature(declaration)}`
  if (ts.isClassDeclaration(declaration)) {
    const heritage = declaration.heritageClauses?.map((clause) => clause.getText()).join(" ") ?? ""
    return `class ${declaration.name?.text} ${heritage}`.trim()
  }
  return clean(slice(declaration.end))
}

function variableSignature({ name, type, initializer }: ts.VariableDeclaration): string {
  if (type) return `${name.getText()}: ${type.getText()}`
  if (initializer && ts.isArrowFunction(initializer)) {
    const generics = initializer.typeParameters?.map((typeParameter) => typeParameter.getText()).join(", ")
    const parameters = initializer.parameters.map((parameter) => clean(parameter.getText())).join(", ")
    return `${name.getText()}: ${generics ? `<${generics}>` : ""}(${parameters}) => ${initializer.type?.getText() ?? "unknown"}`
  }
  return clean(`${name.getText()} = ${initializer?.getText() ?? ""}`)
}

const clean = (text: string): string =>
  text
    .replace(/\/\*\*?[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^(export |declare |async )+/, "")
    .replace(/\n[ \t]*(?=\n)/g, "")
    .trim()

/** The properties of an object type, those that it inherits included. */
function listMembers(symbol: ts.Symbol, checker: ts.TypeChecker): Member[] {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0
  if (!isClass && !(symbol.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface))) return []
  return listProperties(checker.getDeclaredTypeOfSymbol(symbol), checker)
}

/** The properties of a type that the packages declare. A union, a list or a function has none. */
export function listProperties(type: ts.Type, checker: ts.TypeChecker): Member[] {
  if (type.isUnion() || !(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return []
  if (type.getCallSignatures().length > 0) return []
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const declaration = property.getDeclarations()?.[0]
    if (!declaration || !isOurs(declaration) || property.name.startsWith("__@")) return []
    return [
      {
        name: property.name,
        isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
        type: formatType(property, declaration, checker),
        docs: ts.displayPartsToString(property.getDocumentationComment(checker)).trim(),
      },
    ]
  })
}

const isOurs = (node: ts.Node): boolean => !/node_modules/.test(node.getSourceFile().fileName)

function formatType(property: ts.Symbol, declaration: ts.Declaration, checker: ts.TypeChecker): string {
  if ((ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration)) && declaration.type)
    return clean(declaration.type.getText()).replace(/\s+/g, " ")
  if (ts.isMethodSignature(declaration)) {
    const parameters = declaration.parameters.map((parameter) => parameter.getText()).join(", ")
    return `(${parameters}) => ${declaration.type?.getText() ?? "void"}`.replace(/\s+/g, " ")
  }
  return checker.typeToString(checker.getTypeOfSymbol(property), undefined, ts.TypeFormatFlags.NoTruncation)
}

/** The texts that a type allows, if it is a union of texts. */
export const listLiterals = (type: ts.Type): string[] =>
  type.isUnion() ? type.types.flatMap((member) => (member.isStringLiteral() ? [member.value] : [])) : []

/** A union of texts that is derived from a list, written out. */
function formatUnion({ name }: ts.TypeAliasDeclaration, checker: ts.TypeChecker): string | undefined {
  const type = checker.getTypeAtLocation(name)
  const texts = listLiterals(type)
  if (!type.isUnion() || texts.length === 0 || texts.length < type.types.length) return undefined
  const line = `type ${name.text} = ${texts.map((text) => JSON.stringify(text)).join(" | ")}`
  return line.length <= 90
    ? line
    : `type ${name.text} =\n${texts.map((text) => `  | ${JSON.stringify(text)}`).join("\n")}`
}
