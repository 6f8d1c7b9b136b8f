/** What `init` writes for a framework, apart from the adapter. */
export type Framework = {
  /** The package that shows that a project uses the framework. */
  readonly package: string
  /** The packages that the files need, as they are written on the command line. */
  readonly packages: readonly string[]
  /** If this folder exists, all files are written below src. */
  readonly sourceMark?: string
  /** The path of the adapter. */
  readonly adapter: string
  /** The file with the secrets. */
  readonly environment: string
  /** The page that explains the files. */
  readonly page: string
  /** The texts by their paths. */
  readonly files: Readonly<Record<string, string>>
}
