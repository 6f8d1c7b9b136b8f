/**
 * Reads the models of a schema.prisma. Comments are removed first. Then the text is cut into blocks (`model User { … }`),
 * a block into lines, a line into a name, a type and attributes, and an attribute into its arguments. A text is cut only
 * outside of strings and brackets, so a literal may contain any character.
 */

/** `@default(now())` has the name `default` and the argument `now()`; `@@id([a, b])` has the name `id`. */
export type PrismaAttribute = { readonly name: string; readonly arguments: readonly string[] }

export type PrismaField = {
  readonly name: string
  /** A scalar type, an enum or another model. */
  readonly type: string
  readonly isOptional: boolean
  readonly isList: boolean
  readonly attributes: readonly PrismaAttribute[]
}

export type PrismaModel = {
  readonly name: string
  readonly fields: readonly PrismaField[]
  readonly attributes: readonly PrismaAttribute[]
}

export type PrismaEnum = {
  readonly name: string
  /** Whether the database has other names for some of its values. */
  readonly isMapped: boolean
}

export type PrismaModels = {
  readonly models: readonly PrismaModel[]
  readonly enums: readonly PrismaEnum[]
  /** Whether the database has foreign keys for relations. */
  readonly hasForeignKeys: boolean
}

// A string, a comment or any other character.
const pieces = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g

const emulated = /^relationMode\s*=\s*"prisma"$/

/** The models and enums of a schema. */
export function readModels(text: string): PrismaModels {
  const blocks = parseBlocks(withoutComments(text))
  return {
    models: blocks.filter(({ kind }) => kind === "model").map(parseModel),
    enums: blocks.filter(({ kind }) => kind === "enum").map(parseEnum),
    hasForeignKeys: !blocks.some(({ lines }) => lines.some((line) => emulated.test(line))),
  }
}

const withoutComments = (text: string): string =>
  text.replace(pieces, (piece) => (piece.startsWith("//") || piece.startsWith("/*") ? "" : piece))

type Block = { readonly kind: string; readonly name: string; readonly lines: readonly string[] }

function parseBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const start = /(\w+)\s+(\w+)\s*\{/y
  for (const piece of splitOutside(text, "\n", "{[(")) {
    start.lastIndex = piece.search(/\S|$/)
    const [opening = "", kind = "", name = ""] = start.exec(piece) ?? []
    if (!opening) continue
    const body = piece.slice(start.lastIndex, piece.lastIndexOf("}"))
    blocks.push({ kind, name, lines: splitOutside(body, "\n", "[(") })
  }
  return blocks
}

const parseEnum = ({ name, lines }: Block): PrismaEnum => ({
  name,
  isMapped: lines.some((line) => /^\w+\s*@map\b/.test(line)),
})

function parseModel({ name, lines }: Block): PrismaModel {
  return {
    name,
    fields: lines.filter((line) => !line.startsWith("@@")).flatMap(parseField),
    attributes: lines.filter((line) => line.startsWith("@@")).flatMap(parseAttributes),
  }
}

function parseField(line: string): PrismaField[] {
  const [start = "", name = "", type = "", suffix = ""] =
    /^(\w+)\s+(Unsupported\s*\("(?:\\.|[^"\\])*"\)|\w+)\s*(\[\]|\?)?/.exec(line) ?? []
  if (!start) return []
  return [
    {
      name,
      type,
      isOptional: suffix === "?",
      isList: suffix === "[]",
      attributes: parseAttributes(line.slice(start.length)),
    },
  ]
}

/** Reads the attributes of a field or of a block. */
function parseAttributes(text: string): PrismaAttribute[] {
  const starts = splitOutside(text, "@", "[(")
  return starts.flatMap((part) => {
    const [, name, argumentText] = /^([\w.]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(part) ?? []
    return name === undefined ? [] : [{ name, arguments: splitOutside(argumentText ?? "", ",", "[(") }]
  })
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" }

/** Cuts a text at a character outside of strings and of the given brackets. Empty parts are left out. */
function splitOutside(text: string, separator: string, brackets: string): string[] {
  const parts = [""]
  const open: string[] = []
  for (const [piece] of text.matchAll(pieces)) {
    if (brackets.includes(piece)) open.push(closing[piece] as string)
    else if (piece === open.at(-1)) open.pop()
    if (piece === separator && open.length === 0) parts.push("")
    else parts[parts.length - 1] += piece
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "")
}

/** The attribute of a field or of a model. */
export const findAttribute = (
  { attributes }: Pick<PrismaModel, "attributes">,
  name: string,
): PrismaAttribute | undefined => attributes.find((attribute) => attribute.name === name)

/** The text of the first argument, which may be named: `@map("users")`, `@@map(name: "users")`. */
export function textArgument(attribute: PrismaAttribute | undefined): string | undefined {
  const written = /^(?:\w+\s*:\s*)?("(?:\\.|[^"\\])*")$/.exec(attribute?.arguments[0] ?? "")?.[1]
  return written === undefined ? undefined : (JSON.parse(written) as string)
}
