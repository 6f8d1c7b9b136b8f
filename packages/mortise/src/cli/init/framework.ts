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
  /** Whether Node runs the files of a new application as they are. */
  readonly isRunByNode?: true
  /** The end of the paths in imports. Default: none. */
  readonly importEnd?: string
  /** The command that starts the application, if package.json has no script for it. */
  readonly start: string
  /** The application's address. */
  readonly origin: string
  /** The path of Auth.js' routes. */
  readonly routes: string
  /** The path at which an existing application shows the sign-in, if it is not its start page. */
  readonly firstPage?: string
  /** The page that explains the files. */
  readonly page: string
  /** The texts by their paths. */
  readonly files: Readonly<Record<string, string>>
  /** The texts that only a new application needs. */
  readonly newFiles: Readonly<Record<string, string>>
  /** What only an existing application needs. */
  readonly existing?: Existing
}

/** What an existing application needs instead of the files of a new one. */
export type Existing = {
  /** The texts by their paths. One of them has the page /signed-in. */
  readonly files: Readonly<Record<string, string>>
  /** If none of these exists, an application cannot show the page. */
  readonly needs?: readonly string[]
  /** Whether the framework compiles TypeScript in every application. */
  readonly keepsTypes?: true
  /** How the application calls the files, if the framework does not find them. */
  readonly call?: {
    /** The statement that creates the application, with its name as the first group. */
    readonly creates: RegExp
    /** What an application that calls Auth.js contains. */
    readonly isDone: RegExp
    /** The module that it imports, and what of it. */
    readonly module: string
    readonly imported: string
    /** The line below that statement. */
    line(application: string): string
  }
  /** What to do with a file that exists, and that the framework reads. */
  readonly merge?: Readonly<Record<string, string>>
}

export type ModuleExtension = ".ts" | ".mts" | ".js" | ".mjs"
