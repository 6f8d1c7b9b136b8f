import type { BetterAuthPlan } from "../../better-auth/migrate/index.ts"
import { type AuthFile, onAuth } from "./load-auth.ts"

type Options = { readonly isPlan: boolean; readonly mergeAccounts: boolean }

/** Creates what Better Auth needs, unless a plan is wanted, or rows prevent it. */
export const migrateAuth = (file: AuthFile, { isPlan, mergeAccounts }: Options): Promise<BetterAuthPlan> =>
  onAuth(file, async (auth) => {
    const { migrate, plan } = await import("../../better-auth/migrate/index.ts")
    const planned = await plan(auth, { mergeAccounts })
    if (isPlan || planned.refusals.length > 0) return planned
    return { ...(await migrate(auth, { mergeAccounts })), refusals: [] }
  })
