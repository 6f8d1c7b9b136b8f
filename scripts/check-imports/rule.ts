/** Which packages a package may import, by the names that users import. Paths are relative to packages. */
export type PackageRule = {
  readonly folder: string
  readonly mayImport: readonly string[]
  /** The only imports by path: of a file or a folder, by the files of a folder. */
  readonly byPath?: readonly { readonly from: string; readonly to: string; readonly typesOnly?: true }[]
  /** The rule and the fix, for a person who broke the rule. */
  readonly advice: string
}

/**
 * What the files of a folder may import from their own package. Paths are relative to packages. `{name}` stands for one
 * path segment: the same segment in `folder` and in `mayImport`. The first rule whose `folder` matches a file applies to
 * it. The last entry of `mayImport` that matches the imported file decides; an entry with a leading `!` forbids it.
 */
export type FolderRule = {
  readonly folder: string
  readonly mayImport: readonly string[]
  /** If given, all other files may be imported only with `import()` and `import type`. */
  readonly eagerly?: readonly string[]
  /** The rule and the fix, for a person who broke the rule. */
  readonly advice: string
}

/** A folder or file that may import packages or built-in modules. The first that matches a file applies to it; all other code takes its client as an argument. */
export type ModuleAllowance = {
  readonly from: string
  /** `*` allows every module, and computed names. */
  readonly modules: readonly string[]
  readonly reason: string
}
