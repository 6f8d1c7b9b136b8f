import { posix } from "node:path"
import { type ParseResult, parseSync } from "oxc-parser"
import { declaredNames } from "../../../../../scripts/source/declared-names.ts"

/** A name that a module exports: the file that declares it, whether it exists at run time, and its JSDoc. */
export type ExportedName = {
  readonly name: string
  readonly file: string
  readonly isValue: boolean
  readonly docs: string
}

/** All names that a module exports. A re-export is followed to the module that declares the name. */
export function exportedNames(file: string, read: (file: string) => string): ExportedName[] {
  const text = read(file)
  const parsed = parseSync(file, text)
  const declared = declarations(parsed, text)
  const imported = new Map(
    parsed.module.staticImports.flatMap(({ entries, moduleRequest }) =>
      entries.map(({ localName, importName }) => [
        localName.value,
        { from: moduleRequest.value, name: importName.name },
      ]),
    ),
  )
  const names = parsed.module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, importName, exportName, localName, isType }): ExportedName[] => {
      const local = localName.name ?? exportName.name ?? ""
      const origin = moduleRequest
        ? { from: moduleRequest.value, name: importName.name }
        : imported.get(local)
      if (!origin)
        return [{ name: exportName.name ?? "default", file, ...(declared.get(local) ?? undeclared) }]
      return exportedNames(posix.join(posix.dirname(file), origin.from), read)
        .filter(({ name }) => origin.name === null || name === origin.name)
        .map((found) => ({
          ...found,
          name: exportName.name ?? found.name,
          isValue: found.isValue && !isType,
        }))
    })
  return [...new Map(names.map((one) => [one.name, one])).values()]
}

type Declared = { readonly isValue: boolean; readonly docs: string }

const undeclared: Declared = { isValue: true, docs: "" }

function declarations({ program, comments }: ParseResult, text: string): Map<string, Declared> {
  const docsBefore = (start: number): string => {
    const comment = comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === "")
    return comment?.type === "Block" && comment.value.startsWith("*") ? comment.value : ""
  }
  const declared = new Map<string, Declared>()
  for (const statement of program.body)
    for (const { name, isValue } of declaredNames(statement)) {
      // Overloads of a function count as one name, and so do a type and a value of the same name.
      const before = declared.get(name)
      declared.set(name, {
        isValue: isValue || before?.isValue === true,
        docs: (before?.docs ?? "") + docsBefore(statement.start),
      })
    }
  return declared
}
