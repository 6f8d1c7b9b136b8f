import ts from "typescript"
import { packages } from "../../../scripts/source/packages.ts"
import { publicEntries } from "../../../scripts/source/public-entries.ts"
import { sourcePaths } from "../../../scripts/source/source-paths.ts"

/** A name that a module exports, and what it leads to. */
export type Exported = { readonly name: string; readonly symbol: ts.Symbol }

/** The sources of both packages, with the types of everything that they export. */
export type Sources = {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** The modules that users import, with the names that each one exports. */
  readonly modules: readonly { readonly specifier: string; readonly exported: readonly Exported[] }[]
}

/** Reads the sources of both packages. */
export function readSources(): Sources {
  const entries = Object.values(packages).flatMap((folder) =>
    publicEntries(folder).map(({ specifier, source }) => ({ specifier, file: `${folder}/${source}` })),
  )
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      target: ts.ScriptTarget.ES2023,
      lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      paths: sourcePaths(),
      types: [],
    },
  )
  const checker = program.getTypeChecker()
  const modules = entries.map(({ specifier, file }) => {
    const source = program.getSourceFile(file)
    const symbol = source && checker.getSymbolAtLocation(source)
    if (!symbol) throw new Error(`${file} is not a module.`)
    const exported = checker.getExportsOfModule(symbol).map((exportSymbol) => ({
      name: exportSymbol.name,
      symbol:
        exportSymbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exportSymbol) : exportSymbol,
    }))
    return { specifier, exported }
  })
  return { program, checker, modules }
}
