import { MortiseError } from "../../../index.ts"
import type { OpenAuth } from "../../better-auth/open-auth.ts"

/** Throws an error of the database or the secondary storage again. Any other error was thrown by a hook. */
export async function throwOutage({ context }: OpenAuth, error: unknown): Promise<void> {
  if (error instanceof MortiseError) throw error
  await context.secondaryStorage?.get("mortise-revoke")
}
