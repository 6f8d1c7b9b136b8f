/** How the tables become part of the schema of an ORM, whose tool then creates them. */
export type OrmTables = {
  readonly engine: "postgres" | "mysql" | "sqlite"
  /** The start of the names of the tables, if the schema has tables with the usual names. */
  readonly prefix: "" | "auth_"
  readonly file: string
  /** Whether the text is added to an existing file. */
  readonly isAppended: boolean
  /** Whether the file has the text already, in some form. */
  readonly isDone?: boolean
  toText(generated: string): string
  /** A line that another file needs. */
  readonly line?: { readonly file: string; readonly text: string }
  /** The commands of the ORM that create the tables. */
  readonly tool: readonly string[]
  readonly notes: readonly string[]
}
