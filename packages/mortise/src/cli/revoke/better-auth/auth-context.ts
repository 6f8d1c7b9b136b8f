import type { Auth } from "better-auth"
import { MortiseError } from "../../../index.ts"

/** What Better Auth's own code works with, as far as this tool uses it. */
export type AuthContext = Pick<
  Awaited<Auth["$context"]>,
  "adapter" | "internalAdapter" | "options" | "tables"
>

/** Throws an error of the database or the secondary storage again. Any other error was thrown by a hook. */
export async function throwOutage({ options }: AuthContext, error: unknown): Promise<void> {
  if (error instanceof MortiseError) throw error
  await options.secondaryStorage?.get("mortise-revoke")
}
