import {
  type BindingPattern,
  type Expression,
  type ParamPattern,
  type PropertyKey,
  parseSync,
  Visitor,
} from "oxc-parser"

/** A name that a file declares, and its offset. */
export type DeclaredName = { readonly name: string; readonly start: number }

/** What a file declares. A variable that holds a function is among both. */
export type Declarations = {
  readonly functions: readonly DeclaredName[]
  /** With parameters and what is taken out of objects and arrays. */
  readonly variables: readonly DeclaredName[]
  /** The offsets of object literals with properties that are spread into an object literal. */
  readonly wraps: readonly number[]
}

type WithParameters = { readonly params: readonly ParamPattern[] }
type Member = { readonly key: PropertyKey; readonly computed: boolean }

/** Reads the names of all functions, variables and parameters, those of function types too. */
export function readDeclarations(file: string, text: string): Declarations {
  const functions: DeclaredName[] = []
  const variables: DeclaredName[] = []
  const wraps: number[] = []
  const addParameters = ({ params }: WithParameters) => void variables.push(...params.flatMap(readBindings))
  const addMember = ({ key, computed }: Member) => {
    if (key.type === "Identifier" && !computed) functions.push(key)
  }
  const addDeclaration = (node: WithParameters & { readonly id: DeclaredName | null }) => {
    if (node.id) functions.push(node.id)
    addParameters(node)
  }
  new Visitor({
    FunctionDeclaration: addDeclaration,
    TSDeclareFunction: addDeclaration,
    FunctionExpression: addParameters,
    TSEmptyBodyFunctionExpression: addParameters,
    ArrowFunctionExpression: addParameters,
    TSFunctionType: addParameters,
    TSMethodSignature(node) {
      addMember(node)
      addParameters(node)
    },
    MethodDefinition(node) {
      if (node.kind === "method") addMember(node)
    },
    Property(node) {
      if (node.kind === "init" && isFunction(node.value)) addMember(node)
    },
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init && isFunction(init)) functions.push(id)
      variables.push(...readBindings(id))
    },
    CatchClause({ param }) {
      if (param) variables.push(...readBindings(param))
    },
    ObjectExpression({ properties }) {
      for (const property of properties)
        if (property.type === "SpreadElement" && hasProperties(property.argument)) wraps.push(property.start)
    },
  }).visit(parseSync(file, text).program)
  return { functions, variables, wraps }
}

/** The names that a pattern binds, such as `a`, `b` and `rest` in `{ a, x: [b], ...rest }`. */
function readBindings(pattern: BindingPattern | ParamPattern): DeclaredName[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern]
    case "AssignmentPattern":
      return readBindings(pattern.left)
    case "RestElement":
      return readBindings(pattern.argument)
    case "TSParameterProperty":
      return readBindings(pattern.parameter)
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? readBindings(element) : []))
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        readBindings(property.type === "Property" ? property.value : property),
      )
  }
}

const isFunction = ({ type }: { readonly type: string }): boolean =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression"

function hasProperties(value: Expression): boolean {
  if (value.type === "ParenthesizedExpression") return hasProperties(value.expression)
  return value.type === "ObjectExpression" && value.properties.length > 0
}
