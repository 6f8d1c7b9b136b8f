import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { BetterAuth, CopyOptions } from "../../transfer/index.ts"
import { configurationError } from "../program/exit-code.ts"
import { importFile } from "./configuration.ts"

/** Imports the module that exports Better Auth's `auth`. */
export async function openBetterAuthFile(file: string) {
  const path = resolve(file)
  if (!existsSync(path))
    throw configurationError("The file with Better Auth's `auth` does not exist: check its name")
  const { auth, copyOptions = {}, close } = await importFile(path)
  if (typeof auth !== "object" || auth === null || !("$context" in auth))
    throw configurationError("The file must export `auth`, the value that betterAuth() returns")
  if (typeof copyOptions !== "object" || copyOptions === null)
    throw configurationError("`copyOptions` of the file must be an object with options of copyToBetterAuth")
  return {
    auth: auth as BetterAuth,
    copyOptions: copyOptions as CopyOptions,
    close: async () => void (await (typeof close === "function" && close())),
  }
}
