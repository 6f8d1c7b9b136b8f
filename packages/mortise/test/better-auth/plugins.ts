import type { BetterAuthPlugin } from "better-auth"
import { installBetterAuth } from "./install.ts"

/** Better Auth's plugin for API keys, which is a package of its own. */
export async function apiKeyPlugin(): Promise<BetterAuthPlugin> {
  await installBetterAuth()
  const name = "@better-auth/api-key"
  const { apiKey } = (await import(name)) as { apiKey(): BetterAuthPlugin }
  return apiKey()
}

/** Better Auth's plugin for passkeys, which is a package of its own. */
export async function passkeyPlugin(): Promise<BetterAuthPlugin> {
  await installBetterAuth()
  const name = "@better-auth/passkey"
  const { passkey } = (await import(name)) as { passkey(): BetterAuthPlugin }
  return passkey()
}
