import { findSource } from "../../../src/better-auth/database-source.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import type { Opened } from "../conformance/setup-on.ts"
import type { SuiteClient } from "./declare-their-suite.ts"
import { dropTables } from "./drop-tables.ts"

/** A client for Better Auth's suite, whose tables are dropped through the client itself. */
export function openSuiteClient(opened: Opened): SuiteClient {
  const source = findSource(mortiseDatabase(opened.client, opened.options))
  if (!source) throw new Error("mortiseDatabase says nothing about its client.")
  return { ...opened, reset: () => dropTables(source.client), close: async () => opened.close?.() }
}
