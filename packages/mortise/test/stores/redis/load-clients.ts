import { createRequire } from "node:module"
import type { AuthAdapter } from "../../../src/auth/index.ts"
import type { IoredisClient } from "../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { installRedisClients } from "./install.ts"

// For programs outside of this folder: they compile before the packages are installed, so the types are written here.

/** The part of ioredis that such programs use. */
export type Ioredis = {
  readonly Redis: new (
    options: { readonly port: number; readonly db?: number } | string,
    more?: { readonly lazyConnect: true },
  ) => IoredisClient
  readonly Cluster: new (nodes: readonly { readonly host: string; readonly port: number }[]) => IoredisClient
}

const own = createRequire(import.meta.url)

/** Installs the clients of this folder, and loads ioredis. */
export async function loadIoredis(): Promise<Ioredis> {
  await installRedisClients()
  return own("ioredis")
}

/** The client of @upstash/redis, as far as its adapter uses it. */
export type UpstashClient = {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<unknown>
  del(...keys: readonly string[]): Promise<unknown>
}

type Upstash = (client: UpstashClient, options: { readonly baseKeyPrefix: string }) => AuthAdapter

/** Installs the clients of this folder, and loads `UpstashRedisAdapter`. */
export async function loadUpstash(): Promise<Upstash> {
  await installRedisClients()
  // Not a literal, because the compiler would look for the package.
  const name: string = "@auth/upstash-redis-adapter"
  return (await import(name)).UpstashRedisAdapter
}
