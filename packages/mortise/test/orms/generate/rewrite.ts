import type { Databases } from "../support/databases.ts"

/** Reads all rows of all tables with an ORM, by a generated file, deletes them, inserts them again, and returns them. */
export type Rewrite = (engine: Databases["engine"], url: string, file: string) => Promise<object[]>
