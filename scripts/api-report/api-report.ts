import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type ParseResult, parseSync, type Statement, Visitor } from "oxc-parser"
import { declaredNames } from "../source/declared-names.ts"
import { packageName, publicEntries } from "../source/public-entries.ts"

/** A declaration: the file, relative to the folder of the package, and the name in it. */
type Place = { readonly file: string; readonly name: string }

/**
 * The public surface of a built package: the names that each entry exports, and every declaration that they reach,
 * without comments. A change of it needs a line in the changelog.
 */
export function apiReport(folder: string): string {
  const module = moduleReader(folder)
  const entries = publicEntries(folder).map(({ specifier, built }) => {
    const file = built.replace(/\.js$/, ".d.ts")
    const places = module(file).exported.map((name) => ({ name, place: module.find(file, name) }))
    return { specifier, places }
  })
  const reached = new Map<string, Place>()
  const queue = entries.flatMap(({ places }) => places.map(({ place }) => place))
  for (const place of queue) {
    const key = `${place.file} ${place.name}`
    if (reached.has(key)) continue
    reached.set(key, place)
    queue.push(...module.references(place))
  }
  const declarations = [...reached].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
  return [
    `# API of ${packageName(folder)}`,
    "",
    "Written by `npm run docs:api`. A change here is a change for users: the changelog says what they do about it.",
    ...entries.flatMap(({ specifier, places }) => [
      "",
      `## ${specifier}`,
      "",
      places.map(({ name }) => `\`${name}\``).join(", "),
    ]),
    "",
    "## Declarations",
    "",
    "```ts",
    ...declarations.flatMap((place, index) => [
      ...(place.file === declarations[index - 1]?.file ? [] : [`// ${toSourcePath(place.file)}`]),
      module.text(place),
    ]),
    "```",
    "",
  ].join("\n")
}

const toSourcePath = (file: string): string => file.replace("dist/", "src/").replace(/\.d\.ts$/, ".ts")

/** Reads declaration files, each once. */
function moduleReader(folder: string) {
  const modules = new Map<string, ReturnType<typeof readModule>>()
  const module = (file: string) => {
    const parsedModule = modules.get(file) ?? readModule(file, readFileSync(join(folder, file), "utf8"))
    modules.set(file, parsedModule)
    return parsedModule
  }
  /** Follows imports and re-exports of a name to its declaration. */
  const find = (file: string, name: string): Place => {
    const origin = module(file).origins.get(name)
    return origin?.file.startsWith("dist/") ? find(origin.file, origin.name) : { file, name }
  }
  const references = ({ file, name }: Place): Place[] =>
    [...(module(file).declared.get(name)?.references ?? [])]
      .filter((reference) => module(file).declared.has(reference) || module(file).origins.has(reference))
      .map((reference) => find(file, reference))
      .filter((place) => module(place.file).declared.has(place.name))
  const text = ({ file, name }: Place) => module(file).declared.get(name)?.texts.join("\n") ?? ""
  return Object.assign(module, { find, references, text })
}

type Declared = { readonly texts: string[]; readonly references: Set<string> }

function readModule(file: string, text: string) {
  const parsed = parseSync(file, text)
  const declared = new Map<string, Declared>()
  for (const statement of parsed.program.body)
    for (const { name } of declaredNames(statement)) {
      const declaration = declared.get(name) ?? { texts: [], references: new Set() }
      declaration.texts.push(withoutComments(parsed, text, statement))
      for (const reference of listReferences(parsed, statement)) declaration.references.add(reference)
      declared.set(name, declaration)
    }
  const resolveFile = (specifier: string) =>
    specifier.startsWith(".")
      ? posix.join(posix.dirname(file), specifier).replace(/(\.d)?\.[jt]s$/, ".d.ts")
      : specifier
  const origins = new Map<string, Place>()
  for (const { entries, moduleRequest } of parsed.module.staticImports)
    for (const { localName, importName } of entries)
      origins.set(localName.value, { file: resolveFile(moduleRequest.value), name: importName.name ?? "*" })
  const exported: string[] = []
  for (const { exportName, importName, localName, moduleRequest } of parsed.module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    if (exportName.name === null) throw new Error(`${file} exports all names of a module: name them`)
    exported.push(exportName.name)
    if (moduleRequest)
      origins.set(exportName.name, {
        file: resolveFile(moduleRequest.value),
        name: importName.name ?? exportName.name,
      })
    else if (localName.name && localName.name !== exportName.name)
      origins.set(exportName.name, { file, name: localName.name })
  }
  return { declared, origins, exported }
}

/** The statement without its comments and without lines that become empty. */
function withoutComments({ comments }: ParseResult, text: string, { start, end }: Statement): string {
  let at = start
  let kept = ""
  for (const comment of comments.filter((candidate) => candidate.start >= start && candidate.end <= end)) {
    kept += text.slice(at, comment.start)
    at = comment.end
  }
  return (kept + text.slice(at, end)).replaceAll(/\n\s*(?=\n)/g, "")
}

/** The names that a statement refers to, in types, in keys such as `[mortise]` and as base classes. */
function listReferences({ program }: ParseResult, statement: Statement): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (node: { readonly type: string; readonly name?: unknown } | null) => {
    if (node?.type === "Identifier") names.add(String(node.name))
  }
  const addKey = ({
    computed,
    key,
  }: {
    readonly computed: boolean
    readonly key: { readonly type: string }
  }) => {
    if (computed) add(key)
  }
  new Visitor({
    TSTypeReference: ({ typeName }) => add(typeName),
    TSTypeQuery: ({ exprName }) => add(exprName),
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    PropertyDefinition: addKey,
    ClassDeclaration: ({ superClass }) => add(superClass),
  }).visit({ ...program, body: [statement] })
  return names
}
