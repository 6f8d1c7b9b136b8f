/** What `init` writes for a framework, apart from the adapter. */
export type Framework = {
  /** The package that shows that a project uses the framework. */
  readonly package: string
  /** The packages that the files need, as they are written on the command line. */
  readonly packages: readonly string[]
  /** The packages that a new application needs too. */
  readonly newPackages: readonly string[]
  /** Those that only the build needs. */
  readonly devPackages: readonly string[]
  /** What a new application does not commit, besides its packages. */
  readonly ignored: readonly string[]
  /** If one of these folders exists, all files are written below src. */
  readonly sourceMarks?: readonly string[]
  /** The path of the adapter. */
  readonly adapter: string
  /** The file with the secrets. */
  readonly environment: string
  /** The import of `env`, if the framework does not set the variables of its file in `process.env`. */
  readonly environmentImport?: string
  /** The main module of a worker of Cloudflare, and how an existing one calls the files. */
  readonly inWorkers?: { readonly main: string; readonly call: string }
  /** Whether Node runs the files as they are, so that imports name them with their extension. */
  readonly isRunByNode?: true
  /** The command that starts the application, if package.json has no script for it. */
  readonly start: string
  /** The application's address. */
  readonly origin: string
  /** The path of Auth.js' routes. */
  readonly routes: string
  /** The page that explains the files. */
  readonly page: string
  /** The texts by their paths. */
  readonly files: Readonly<Record<string, string>>
  /** The texts that only a new application needs. */
  readonly newFiles: Readonly<Record<string, string>>
}
