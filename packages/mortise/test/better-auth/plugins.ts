import type { BetterAuthPlugin, SecondaryStorage } from "better-auth"
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

/** Better Auth's own storage in Redis, with keys that begin with the prefix. */
export async function theirRedisStorage(client: object, keyPrefix: string): Promise<SecondaryStorage> {
  await installBetterAuth()
  const name = "@better-auth/redis-storage"
  type Config = { client: object; keyPrefix: string }
  const { redisStorage } = (await import(name)) as { redisStorage(config: Config): SecondaryStorage }
  return redisStorage({ client, keyPrefix })
}
