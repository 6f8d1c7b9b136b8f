import type { BetterAuth, CopyOptions } from "../../transfer/index.ts"
import { configurationError } from "../program/exit-code.ts"
import { importFile } from "./configuration.ts"

/** Imports the module that exports Better Auth's `auth`. */
export async function openBetterAuthFile(file: string) {
  const missing = "The file with Better Auth's `auth` does not exist: check its name"
  const { module, close } = await importFile(file, missing)
  const { findSource } = await import("../../better-auth/database-source.ts")
  const { auth, copyOptions = {} } = module
  if (typeof auth !== "object" || auth === null || !("$context" in auth))
    throw configurationError("The file must export `auth`, the value that betterAuth() returns")
  if (findSource(Object(Object(auth).options).database)?.readTenant)
    throw configurationError("This command does not work on a database with tenants")
  if (typeof copyOptions !== "object" || copyOptions === null)
    throw configurationError("`copyOptions` of the file must be an object with options of copyToBetterAuth")
  return { auth: auth as BetterAuth, copyOptions: copyOptions as CopyOptions, close }
}
